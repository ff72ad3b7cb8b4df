-- The sum of the squares of the positive numbers.
entry main [n] (x: [n]f32): f32 = x |> filter (> 0) |> map (\v -> v * v) |> f32.sum
-- ==
-- input { [1f32, -2f32, 3f32] } output { 10f32 }
