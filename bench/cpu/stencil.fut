-- A five-point stencil, 100 times; the border stays.
def step [n][m] (a: [n][m]f32): [n][m]f32 =
  tabulate_2d n m (\i j ->
    if i > 0 && i < n - 1 && j > 0 && j < m - 1
    then 0.2 * (a[i, j] + a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])
    else a[i, j])

entry main [n][m] (a: [n][m]f32): [n][m]f32 = loop a for _i < 100i32 do step a
-- ==
-- input { [[1f32, 1f32, 1f32], [1f32, 1f32, 1f32], [1f32, 1f32, 1f32]] }
-- output { [[1f32, 1f32, 1f32], [1f32, 1f32, 1f32], [1f32, 1f32, 1f32]] }
