-- To i64.
-- ==
-- input { 3i32 2.7f64 } output { 3i64 2i64 }

entry main (a: i32) (b: f64) = (i32.to_i64 a, f64.to_i64 b)
