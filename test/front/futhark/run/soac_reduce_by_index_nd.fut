-- Histograms of two and three dimensions.
-- ==
-- entry: two
-- input { [0i64, 0, 1, 7] [1i64, 1, 0, 0] [1, 2, 3, 4] } output { [[0, 3], [3, 0]] }
-- ==
-- entry: three
-- input { [1i64, 1] [0i64, 0] [1i64, 1] [4, 5] } output { [[[1, 1], [1, 1]], [[1, 20], [1, 1]]] }
-- ==
-- entry: fresh
-- input { [0i64, 0] [1i64, 1] } output { [[0, 2, 0], [0, 0, 0]] }
entry two [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32): [2][2]i32 =
  reduce_by_index_2d (replicate 2 (replicate 2 0)) (+) 0 (zip is js) vs
entry three [n] (is: [n]i64) (js: [n]i64) (ks: [n]i64) (vs: [n]i32): [2][2][2]i32 =
  reduce_by_index_3d (replicate 2 (replicate 2 (replicate 2 1))) (*) 1 (zip3 is js ks) vs
entry fresh [n] (is: [n]i64) (js: [n]i64): [2][3]i32 =
  hist_2d (+) 0 2 3 (zip is js) (replicate n 1)
