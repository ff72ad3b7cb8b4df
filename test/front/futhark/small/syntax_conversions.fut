-- Conversions.
-- ==
-- input { 3 } output { 3.0f32 3u8 }

entry main (x: i32) = (f32.i32 x, u8.i32 x)
