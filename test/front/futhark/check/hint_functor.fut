module type number = { type t val plus: t -> t -> t }
module ints = { type t = i32 def plus (x: t) (y: t) = x + y }
module doubled (n: number) = { def double x = n.plus x x }
module both (a: number) (b: { type t }) = { def double x = a.plus x x }
module m = both ints
def f x = doubled.double x
def g x = m.double x
open doubled
module again: number = doubled
