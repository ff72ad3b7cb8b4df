-- Nests whose points go through several pars have a version for a block of threads.
-- ==
-- entry: rounds
-- structure cuda { kernel:block 1 }
-- input { 2i64 [[1f64, 2f64, 3f64], [4f64, 5f64, 6f64]] }
-- output { [[4.5f64, 3.25f64, 1.5f64], [9.75f64, 7.25f64, 3.75f64]] }
entry rounds [n] [m] (k: i64) (xs: [n][m]f64) : [n][m]f64 =
  map (\row -> loop a = copy row for _i < k do
    let s = scan (+) 0 a
    in map (\j -> s[m - 1 - j] * 0.5) (iota m)) xs
