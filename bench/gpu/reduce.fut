-- A sum.
entry main [n] (xs: [n]f32): f32 = reduce (+) 0 xs
-- ==
-- input { [1f32, 2f32, 3f32] } output { 6f32 }
-- input { empty([0]f32) } output { 0f32 }
