-- A functor of matrices over a field, with an identity of inferred size.
-- ==
-- entry: main
-- input { [[1.0, 2.0], [3.0, 4.0]] } output { [[7.0, 10.0], [15.0, 22.0]] [[1.0, 0.0], [0.0, 1.0]] 5.0 [5.0, 11.0] }
module type field = {
  type t
  val (+): t -> t -> t
  val (*): t -> t -> t
  val i32: i32 -> t
}
module mk_linalg (f: field) = {
  type t = f.t
  def dot [n] (xs: [n]t) (ys: [n]t): t = reduce (f.+) (f.i32 0) (map2 (f.*) xs ys)
  def matvec [n] [m] (a: [n][m]t) (x: [m]t): [n]t = map (dot x) a
  def matmul [n] [m] [p] (a: [n][m]t) (b: [m][p]t): [n][p]t = map (\row -> matvec (transpose b) row) a
  def eye (n: i64): [n][n]t = tabulate_2d n n (\i j -> f.i32 (if i == j then 1 else 0))
  def trace [n] (a: [n][n]t): t = reduce (f.+) (f.i32 0) (tabulate n (\i -> a[i, i]))
}
module l = mk_linalg f64
def main [n] (a: [n][n]f64): ([n][n]f64, [n][n]f64, f64, [n]f64) =
  (l.matmul a a, l.matmul (l.eye n) (l.eye n), l.trace a, l.matvec a (map (+ 1) (map f64.i64 (iota n))))
