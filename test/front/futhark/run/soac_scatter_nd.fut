-- Scatter into two and three dimensions.
-- ==
-- entry: two
-- input { [0i64, 1, 2] [1i64, 0, 0] [5, 6, 7] } output { [[0, 5], [6, 0]] }
-- ==
-- entry: three
-- input { [0i64, 1] [1i64, 0] [0i64, 1] [8, 9] } output { [[[0, 0], [8, 0]], [[0, 9], [0, 0]]] }
entry two [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32): [2][2]i32 =
  scatter_2d (replicate 2 (replicate 2 0)) (zip is js) vs
entry three [n] (is: [n]i64) (js: [n]i64) (ks: [n]i64) (vs: [n]i32): [2][2][2]i32 =
  scatter_3d (replicate 2 (replicate 2 (replicate 2 0))) (zip3 is js ks) vs
