-- ==
-- input { 5 } output { 21 }
module type S = { type t val v: t val show: t -> i32 }
module A = { module F (X: S) = { def g (x: X.t) = X.show x + 1 module Y = X } }
module I: S = { type t = i64 def v = 10i64 def show (x: t) = i32.i64 x }
module R = A.F (I)
module curry (X: S) = \(Y: S) -> { def both = X.show X.v + Y.show Y.v }
module C = curry I
module D = C (I)
module E = curry I I
open (E : { val both: i32 })
def main (x: i32) = R.g R.Y.v + D.both - E.both + both - x * 2
