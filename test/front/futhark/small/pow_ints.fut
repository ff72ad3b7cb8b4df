-- Pow ints.
-- ==
-- input { 2i64 10i64 } output { 1024i64 1024.0 }

entry main (a: i64) (b: i64) = (a ** b, f64.i64 a ** f64.i64 b)
