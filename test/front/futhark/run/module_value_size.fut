-- The size of a specified value is a constant, another value, or what its use asks for.
-- ==
-- entry: main
-- input { 2i64 } output { [1i32, 2i32] [4i32, 5i32, 6i32] [7i32, 7i32] }
module type table = {
  val n: i64
  val constant: [2]i32
  val named: [n]i32
  val any [k]: [k]i32
}
module t: table = {
  def n = 3i64
  def constant = [1i32, 2]
  def named = [4i32, 5, 6] :> [n]i32
  def any [k]: [k]i32 = rep 7
}
entry main (k: i64) = (t.constant, t.named, t.any : [k]i32)
