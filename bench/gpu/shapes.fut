-- Reductions of several values, scans down columns, splits into classes, histograms of rows, and stencils.
entry extremes [n] (xs: [n]f32): (f32, f32, f32) = (f32.sum xs, f32.minimum xs, f32.maximum xs)

entry argmax [n] (xs: [n]f32): (f32, i32) =
  reduce (\(x, i) (y, j) -> if y > x || (y == x && j < i) then (y, j) else (x, i)) (-f32.inf, i32.highest) (zip xs (map i32.i64 (iota n)))

entry column_scans [n][m] (xss: [n][m]f32): [n][m]f32 = transpose (map (scan (+) 0) (transpose xss))

entry classes [n] (xs: [n]f32): ([]f32, []f32, []f32) = partition2 (< 0.25) (< 0.75) xs

entry row_histograms [n][m] (xss: [n][m]f32): [n][64]i32 =
  map (\xs -> hist (+) 0 64 (map (\x -> i64.f32 (64 * x)) xs) (replicate m 1)) xss

entry stencil [n][m] (xss: [n][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j -> if i > 0 && i < n - 1 && j > 0 && j < m - 1
                           then 0.2 * (xss[i, j] + xss[i - 1, j] + xss[i + 1, j] + xss[i, j - 1] + xss[i, j + 1])
                           else xss[i, j])
-- ==
-- entry: extremes
-- input { [1f32, -2f32, 3f32] } output { 2f32 -2f32 3f32 }
-- ==
-- entry: argmax
-- input { [1f32, 3f32, 3f32] } output { 3f32 1i32 }
-- ==
-- entry: column_scans
-- input { [[1f32, 2f32], [3f32, 4f32], [5f32, 6f32]] } output { [[1f32, 2f32], [4f32, 6f32], [9f32, 12f32]] }
-- ==
-- entry: classes
-- input { [0.5f32, 0.1f32, 0.8f32, 0.2f32] } output { [0.1f32, 0.2f32] [0.5f32] [0.8f32] }
-- ==
-- entry: row_histograms
-- input { [[0f32, 0.99f32, 0f32]] } output { [[2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32]] }
-- ==
-- entry: stencil
-- input { [[1f32, 1f32, 1f32], [1f32, 6f32, 1f32], [1f32, 1f32, 1f32]] } output { [[1f32, 1f32, 1f32], [1f32, 2f32, 1f32], [1f32, 1f32, 1f32]] }
