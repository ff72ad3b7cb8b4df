-- Matrix products stay by themselves: what makes a row or goes on with a row does not join the nest, which would then
-- not become tiles. Three pars: the rows, the product, the bias.
def matmul [n] [m] [p] (x: [n][m]f32) (y: [m][p]f32) : [n][p]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose y)) x

entry main [n] [m] [p] (x: [n][m]f32) (w: [m][p]f32) (b: [p]f32) : [n][p]f32 =
  let x = map (map (\v -> v * 2 - 1)) x
  in map (map2 (\bi v -> f32.max 0 (v + bi)) b) (matmul x w)
-- ==
-- structure { par 7 }
-- input { [[1f32, 2f32], [0f32, 1f32]] [[1f32, 0f32], [0f32, 2f32]] [1f32, -3f32] } output { [[2f32, 3f32], [0f32, 0f32]] }
