-- `let [n]` binds a size that the parameter leaves open.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 3i64 [1, 2, 3] [3i64, 4i64, 5i64] }
-- ==
-- entry: cells
-- input { [[1, 2, 3], [4, 5, 6]] } output { 6i64 21i32 }
def main (xs: []i32) =
  let [n] ((ys: [n]i32), _) = (xs, 2i32)
  let f (i: i64) = i + n
  in (n, ys, map (\i -> f i) (iota n))
entry cells (xss: [][]i32) =
  let [n][m] (yss: [n][m]i32) = xss
  in (n * m, i32.sum (flatten yss))
