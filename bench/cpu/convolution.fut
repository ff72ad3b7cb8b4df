-- Planes of an image, each the sum of 3×3 kernels over all planes of another.
entry main [c][d][n][m] (image: [c][n][m]f32) (kernels: [d][c][3][3]f32) =
  tabulate_3d d (n - 2) (m - 2) (\o y x ->
    loop sum = 0 for i < c do
      loop sum for dy < 3 do
        loop sum for dx < 3 do sum + image[i, y + dy, x + dx] * kernels[o, i, dy, dx])
-- ==
-- input { [[[1f32, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]] [[[[1f32, 0, 0], [0, 0, 0], [0, 0, 1]]]] }
-- output { [[[12f32, 14f32]]] }
