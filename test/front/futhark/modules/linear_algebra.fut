-- ==
-- input { [[1.0,2.0],[3.0,4.0]] [[5.0,6.0],[7.0,8.0]] } output { [[19.0,22.0],[43.0,50.0]] 70.0 }
module type field = {
  type t
  val +: t -> t -> t
  val *: t -> t -> t
  val i64: i64 -> t
}
module mk_linalg (T: field) = {
  type t = T.t
  def dotprod [n] (xs: [n]t) (ys: [n]t): t = reduce (T.+) (T.i64 0) (map2 (T.*) xs ys)
  def matmul [n][p][m] (xss: [n][p]t) (yss: [p][m]t): *[n][m]t =
    map (\xs -> map (dotprod xs) (transpose yss)) xss
  def trace [n] (xss: [n][n]t): t = reduce (T.+) (T.i64 0) (map (\i -> xss[i,i]) (iota n))
}
module linalg = mk_linalg f64
def main [n] (a: [n][n]f64) (b: [n][n]f64) = (linalg.matmul a b, linalg.dotprod a[1] b[1] f64.+ linalg.trace a f64.+ 12)
