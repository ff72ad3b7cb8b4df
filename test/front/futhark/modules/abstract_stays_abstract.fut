-- E1111, and the type is not known outside; each application has abstract types of its own.
module type s = { type t val make: i32 -> t val get: t -> i32 }
module m: s = { type t = i32 def make (x: i32) = x def get (x: t) = x }
module n: { val make: i32 -> i32 } = m
def f (x: i32) = m.get x
module mk (_p: {}): s = { type t = i32 def make (x: i32) = x def get (x: t) = x }
module one = mk {}
module two = mk {}
def g (x: i32) = one.get (two.make x)
