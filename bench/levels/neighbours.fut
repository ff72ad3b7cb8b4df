-- How far the nearest other number of the row is.
-- ==
-- nobench input { [[1f32, 2f32, 4f32], [0f32, 8f32, 7f32]] } output { [[1f32, 1f32, 2f32], [7f32, 1f32, 1f32]] }
-- random input { [4096][64]f32 }
-- random input { [16][4096]f32 }
def nearest [n] (xs: [n]f32) : [n]f32 =
  map2 (\i x -> reduce f32.min f32.inf (map2 (\j y -> if i == j then f32.inf else f32.abs (x - y)) (iota n) xs)) (iota n) xs
entry main [q][n] (xs: [q][n]f32) : [q][n]f32 = map nearest xs
