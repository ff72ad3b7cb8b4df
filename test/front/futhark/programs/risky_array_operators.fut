-- Operators on arrays: reductions of rows, histograms of vectors, scans of matrices.
-- ==
-- entry: columns
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] }
-- output { [9i32, 12i32] }

-- ==
-- entry: grouped
-- input { [2i64, 0i64, 2i64] [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] }
-- output { [[3i32, 4i32], [0i32, 0i32], [6i32, 8i32]] }

-- ==
-- entry: products
-- input { [[[1i32, 2i32], [3i32, 4i32]], [[0i32, 1i32], [1i32, 0i32]]] }
-- output { [[[1i32, 2i32], [3i32, 4i32]], [[2i32, 1i32], [4i32, 3i32]]] }

-- ==
-- entry: fibonacci
-- input { 7i64 }
-- output { [1i32, 1i32, 2i32, 3i32, 5i32, 8i32, 13i32] }

-- ==
-- entry: argmin_rows
-- input { [[3i32, 1i32, 1i32], [0i32, 5i32, 2i32]] }
-- output { [1i64, 0i64] }

def add [n] (a: [n]i32) (b: [n]i32): [n]i32 = map2 (+) a b
def matmul [n] (a: [n][n]i32) (b: [n][n]i32): [n][n]i32 =
  map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a
def eye (n: i64): [n][n]i32 = tabulate_2d n n (\i j -> i32.bool (i == j))

entry columns [n][m] (a: [n][m]i32): [m]i32 = reduce add (replicate m 0) a
entry grouped [n][m] (ks: [n]i64) (a: [n][m]i32): [3][m]i32 =
  reduce_by_index (replicate 3 (replicate m 0)) add (replicate m 0) ks a
entry products [k][n] (ms: [k][n][n]i32): [k][n][n]i32 = scan matmul (eye n) ms
entry fibonacci (k: i64): [k]i32 =
  replicate k [[1, 1], [1, 0]] |> scan matmul (eye 2) |> map (\m -> m[0, 1])
entry argmin_rows [n][m] (a: [n][m]i32): [n]i64 =
  map (\r -> (reduce (\(x, i) (y, j) -> if x <= y then (x, i) else (y, j)) (i32.highest, m) (zip r (iota m))).1) a
