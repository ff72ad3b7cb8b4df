-- Two parts of a matrix change in a round, and both are made where they are.
-- ==
-- input { [[4f32, 2f32], [2f32, 5f32]] } output { [[4f32, 2f32], [0.5f32, 4f32]] }
-- structure c { alloc 1, update 4, copy 1 }
entry main [n] (a: [n][n]f32) : [n][n]f32 =
  loop m = copy a for k < n do
    let col = map (\i -> if i > k then m[i, k] / m[k, k] else m[i, k]) (iota n)
    in map (\i -> map (\j -> if i > k && j > k then m[i, j] - col[i] * m[k, j]
                             else if j == k then col[i] else m[i, j]) (iota n)) (iota n)
