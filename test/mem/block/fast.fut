-- Where the arrays of a point are too much for fast memory the version beside runs, and not a thread for each point:
-- the plan of the shared one has no choice any more.
-- ==
-- structure cuda { kernel:block 1, kernel:map 3, kernel:seg_scan 1 }
-- input { 2i64 [[1f64, 2f64, 3f64], [4f64, 5f64, 6f64]] }
-- output { [[2.5f64, 2.25f64, 1.5f64], [7.0f64, 6.0f64, 3.75f64]] }
entry main [n] [m] (k: i64) (xs: [n][m]f64) : [n][m]f64 =
  map (\row -> loop a = copy row for _i < k do
    let s = scan (+) 0 a
    in map (\j -> s[m - 1 - j] * 0.5) (iota m)) xs
