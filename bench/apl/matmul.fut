-- The product of two matrices.
entry run (n: i64): [n][n]f64 =
  let xs = map (\i -> 1.5 + f64.i64 i) (iota 97)
  let ys = map (\i -> 1 / f64.i64 (i + 1)) (iota 89)
  let a = tabulate_2d n n (\i j -> xs[(i * n + j) % 97])
  let b = tabulate_2d n n (\i j -> ys[(i * n + j) % 89])
  in map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a
-- ==
-- entry: run
-- nobench input { 2i64 } output { [[2.3333333333333335, 1.375], [5.0, 2.875]] }
