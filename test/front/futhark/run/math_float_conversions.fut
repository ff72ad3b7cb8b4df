-- Floats to integers are cut off towards zero.
-- ==
-- entry: main
-- input { 2.9 } output { 2 2i64 2u8 2.9f32 true }
-- input { -2.9 } output { -2 -2i64 0u8 -2.9f32 true }
-- input { 0.0 } output { 0 0i64 0u8 0f32 false }
-- ==
-- entry: back
-- input { 3 true } output { 3f32 3.0 1.0 1 }
-- input { -3 false } output { -3f32 -3.0 0.0 0 }
entry main (x: f64): (i32, i64, u8, f32, bool) =
  (i32.f64 x, i64.f64 x, u8.f64 (f64.max 0 x), f32.f64 x, bool.f64 x)
entry back (x: i32) (b: bool): (f32, f64, f64, i32) = (f32.i32 x, f64.i32 x, f64.bool b, i32.bool b)
