-- Products of matrices: squares where they fill the device, large ones where there are many;
-- otherwise a thread for each point, or the elements of rows where these are few. The sums of
-- a sweep are over the same elements for all points. Each alternative of a choice counts.
-- ==
-- structure cuda { kernel:tile 5, kernel:sweep 1, kernel:map 6, kernel:seg_reduce 3, not kernel:single }

-- ==
-- entry: product
-- input { [[1f32, 2f32], [3f32, 4f32]] [[5f32, 6f32], [7f32, 8f32]] }
-- output { [[19f32, 22f32], [43f32, 50f32]] }
-- input { empty([0][2]f32) [[5f32, 6f32], [7f32, 8f32]] }
-- output { empty([0][2]f32) }
entry product [n][m][p] (a: [n][m]f32) (b: [m][p]f32): [n][p]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a

-- Sums of two doubles: too wide for large squares.
-- ==
-- entry: extremes
-- input { [[1f64, 2f64], [3f64, 4f64]] [[5f64, 6f64], [7f64, 8f64]] }
-- output { [[5f64, 6f64], [15f64, 18f64]] [[14f64, 16f64], [28f64, 32f64]] }
-- input { [[2f64], [3f64]] [[5f64, -6f64]] }
-- output { [[10f64, -12f64], [15f64, -18f64]] [[10f64, -12f64], [15f64, -18f64]] }
entry extremes [n][m][p] (a: [n][m]f64) (b: [m][p]f64): ([n][p]f64, [n][p]f64) =
  let both r c = reduce (\(a, b) (c, d) -> (f64.min a c, f64.max b d)) (f64.inf, -f64.inf)
                        (map2 (\x y -> (x * y, x * y)) r c)
  in unzip (map unzip (map (\r -> map (both r) (transpose b)) a))

-- ==
-- entry: pull
-- input { [0f32, 1f32, 3f32] }
-- output { [0.8f32, 0.9f32, 0.70000005f32] }
entry pull [n] (xs: [n]f32): [n]f32 =
  map (\x -> f32.sum (map (\y -> f32.abs (x - y) / (1 + (x - y) * (x - y))) xs)) xs

-- Sums over sixteen elements are left to squares by `unroll`; fewer, and those of a stencil, where an element is of a row
-- and of a column, are taken apart.
-- ==
-- entry: thin
-- input { [[1f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 2f32]]
--         [[1f32, 2f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32],
--          [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [0f32, 0f32], [3f32, 5f32]] }
-- output { [[7f32, 12f32]] }
entry thin [n][p] (a: [n][16]f32) (b: [16][p]f32): [n][p]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a

entry thinner [n][p] (a: [n][15]f32) (b: [15][p]f32): [n][p]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a

entry blur [n][p] (a: [n][p]f32): [n][p]f32 =
  tabulate_2d n p (\i j -> f32.sum (tabulate 16 (\k -> a[(i + k / 4) % n, (j + k % 4) % p])))
