-- The dot product.
entry main [n] (x: [n]f32) (y: [n]f32): f32 = reduce (+) 0 (map2 (*) x y)
-- ==
-- input { [1f32, 2f32] [10f32, 20f32] } output { 50f32 }
