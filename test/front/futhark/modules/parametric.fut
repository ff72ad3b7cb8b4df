-- Each application has the types of its argument.
-- ==
-- input { 3 2.5 } output { 9 6.25 }
module type multiplication = { type t val *: t -> t -> t }
module square (m: multiplication) = { type t = m.t def square (x: t): t = x m.* x }
module ints = square { type t = i32 def (*) (x: t) (y: t) = x i32.* y }
module floats = square f64
def main (x: i32) (y: f64) = (ints.square x, floats.square y)
