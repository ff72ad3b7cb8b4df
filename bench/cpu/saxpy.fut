-- a*x + y
entry main [n] (a: f32) (x: [n]f32) (y: [n]f32): [n]f32 = map2 (\x y -> a * x + y) x y
-- ==
-- input { 2f32 [1f32, 2f32] [10f32, 20f32] } output { [12f32, 24f32] }
