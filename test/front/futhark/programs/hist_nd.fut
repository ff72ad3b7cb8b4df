-- Two- and three-dimensional histograms and scatters.
-- ==
-- input { [0i64, 1i64, 1i64, 0i64, 5i64] [2i64, 0i64, 0i64, 2i64, 0i64] }
-- output { [[0i32, 0i32, 2i32], [2i32, 0i32, 0i32]] }

-- ==
-- entry: weighted
-- input { [0.1f32, 0.9f32, 0.4f32, 0.6f32] } output { [[0.0f32, 0.5f32], [1.5f32, 0.0f32]] }

-- ==
-- entry: three
-- input { [0i64, 1i64] [1i64, 0i64] [0i64, 1i64] }
-- output { [[[0i32, 0i32], [1i32, 0i32]], [[0i32, 2i32], [0i32, 0i32]]] }

entry main [n] (is: [n]i64) (js: [n]i64) : [2][3]i32 = hist_2d (+) 0 2 3 (zip is js) (replicate n 1)

entry weighted [n] (xs: [n]f32) : [2][2]f32 =
  let bin x = (i64.bool (x >= 0.5), i64.bool (x < 0.5))
  in reduce_by_index_2d (replicate 2 (replicate 2 0)) (+) 0 (map bin xs) xs

entry three [n] (is: [n]i64) (js: [n]i64) (ks: [n]i64) : [2][2][2]i32 =
  scatter_3d (replicate 2 (replicate 2 (replicate 2 0))) (zip3 is js ks) (map i32.i64 (map (+ 1) (iota n)))
