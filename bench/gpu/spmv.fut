-- A sparse matrix times a vector; the matrix is given by rows (CSR).
entry main [n][m][k] (offsets: [n]i64) (columns: [m]i32) (values: [m]f32) (xs: [k]f32): []f32 =
  map (\i ->
         let first = offsets[i]
         let length = offsets[i + 1] - first
         in reduce (+) 0 (map (\j -> values[first + j] * xs[i64.i32 columns[first + j]]) (iota length)))
      (iota (n - 1))
-- ==
-- input { [0i64, 2i64, 2i64, 3i64] [0, 2, 1] [1f32, 2f32, 3f32] [10f32, 20f32, 30f32] }
-- output { [70f32, 0f32, 60f32] }
