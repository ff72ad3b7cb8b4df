-- A parametric module that applies another one, and has two parameters.
-- ==
-- entry: main
-- input { 2 3 } output { 13 25 }
module type number = { type t val mul: t -> t -> t val add: t -> t -> t }
module square (n: number) = { def square (x: n.t): n.t = n.mul x x }
module norm (a: number) (b: number with t = a.t) = {
  module s = square a
  def norm (x: a.t) (y: a.t): a.t = b.add (s.square x) (s.square y)
}
module int = { type t = i32 def mul (x: i32) (y: i32) = x * y def add (x: i32) (y: i32) = x + y }
module odd = { type t = i32 def mul (x: i32) (y: i32) = x + y def add (x: i32) (y: i32) = x * y + 1 }
module n1 = norm int int
module n2 = norm odd odd
def main (x: i32) (y: i32): (i32, i32) = (n1.norm x y, n2.norm x y)
