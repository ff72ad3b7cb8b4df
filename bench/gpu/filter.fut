-- What is larger than a half.
entry main [n] (xs: [n]f32): []f32 = filter (\x -> x > 0.5) xs
-- ==
-- input { [1f32, 0.2f32, 3f32] } output { [1f32, 3f32] }
-- input { empty([0]f32) } output { empty([0]f32) }
