-- A recursive function in a parametric module.
-- ==
-- entry: main
-- input { 3i64 } output { 8i64 27i64 }
module power (t: integral) = {
  def pow (x: t.t) (n: i64): t.t = if n == 0 then t.i64 1 else x t.* pow x (n - 1)
}
module p = power i64
def main (n: i64): (i64, i64) = (p.pow 2 n, p.pow 3 n)
