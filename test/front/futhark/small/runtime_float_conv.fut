-- Runtime float conv.
-- ==
-- input { 300.7 -1.5 } output { 300 -1 300.7f32 44u8 }

entry main (a: f64) (b: f64) = (i32.f64 a, i32.f64 b, f32.f64 a, u8.i32 (i32.f64 a))
