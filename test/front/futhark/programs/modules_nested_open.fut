-- Modules in modules, opened, hidden and passed on.
-- ==
-- entry: main
-- input { [1.0f64, 2.0f64] [3.0f64] [4.0f64] }
-- output { 17.0f64 10i64 8i32 }

module type shape = {
  type t
  val area: t -> f64
  module show: { val len: i64 val name: [len]u8 val sides: t -> i32 }
}
module square: shape with t = f64 = {
  type t = f64
  def area (x: t) = x * x
  module show = { def len = 6i64 def name: [len]u8 = "square" :> [len]u8 def sides (_: t) = 4i32 }
}
module rectangle: shape with t = (f64, f64) = {
  type t = (f64, f64)
  def area ((w, h): t) = w * h
  module show = { def len = 4i64 def name: [len]u8 = "rect" :> [len]u8 def sides (_: t) = 4i32 }
}
module both (A: shape) (B: shape) = {
  open A.show
  module left = A
  module right = B
  def total [n][m] (as: [n]A.t) (bs: [m]B.t): f64 = f64.sum (map A.area as) + f64.sum (map B.area bs)
  def letters: i64 = length name + length B.show.name
}
module pair = both square rectangle
local open pair

entry main [n] (a: []f64) (w: [n]f64) (h: [n]f64): (f64, i64, i32) =
  (total a (zip w h), letters, left.show.sides 1 + right.show.sides (1, 2))
