-- a*x + y in single and double precision.
entry single [n] (a: f32) (x: [n]f32) (y: [n]f32): [n]f32 = map2 (\x y -> a * x + y) x y
entry double [n] (a: f64) (x: [n]f64) (y: [n]f64): [n]f64 = map2 (\x y -> a * x + y) x y
-- ==
-- entry: single
-- input { 2f32 [1f32, 2f32] [10f32, 20f32] } output { [12f32, 24f32] }
-- ==
-- entry: double
-- input { 2f64 [1f64, 2f64] [10f64, 20f64] } output { [12f64, 24f64] }
