-- Sums and prefix sums of the rows of a matrix: segments of one size.
entry sums [n][m] (xss: [n][m]f32): [n]f32 = map (reduce (+) 0) xss
entry scans [n][m] (xss: [n][m]f32): [n][m]f32 = map (scan (+) 0) xss
-- ==
-- entry: sums
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] } output { [6f32, 15f32] }
-- ==
-- entry: scans
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] } output { [[1f32, 3f32, 6f32], [4f32, 9f32, 15f32]] }
