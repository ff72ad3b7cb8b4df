-- LU decomposition of a batch of small matrices.
def lu [n] (a: [n][n]f32) : [n][n]f32 =
  loop m = copy a for k < n do
    let col = map (\i -> if i > k then m[i, k] / m[k, k] else m[i, k]) (iota n)
    in map (\i -> map (\j -> if i > k && j > k then m[i, j] - col[i] * m[k, j]
                             else if j == k then col[i] else m[i, j]) (iota n)) (iota n)
-- ==
-- nobench input { [[[4f32, 2f32], [2f32, 5f32]]] } output { [[[4f32, 2f32], [0.5f32, 4f32]]] }
-- random input { [4096][32][32]f32 }
-- random input { [256][64][64]f32 }
entry main [q][n] (as: [q][n][n]f32) : [q][n][n]f32 = map lu as
