-- A parametric module is an argument like any other.
-- ==
-- input { 3 } output { 6 }
module type number = { type t val double: t -> t }
module twice (f: (n: number) -> { type t = n.t val quadruple: t -> t }) = {
  module m = f { type t = i32 def double (x: t) = x * 2 }
  def half_of_quadruple (x: i32): i32 = m.quadruple x / 2
}
module quad (n: number) = { type t = n.t def quadruple (x: t): t = n.double (n.double x) }
module result = twice quad
def main (x: i32) = result.half_of_quadruple x
