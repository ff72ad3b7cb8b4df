-- A transposed copy.
entry main [n][m] (xss: [n][m]f32): [m][n]f32 = copy (transpose xss)
-- ==
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] } output { [[1f32, 4f32], [2f32, 5f32], [3f32, 6f32]] }
