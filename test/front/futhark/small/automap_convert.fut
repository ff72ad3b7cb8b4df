-- Automap convert.
-- ==
-- input { [1,2] } output { [1.0,2.0] [1i64,2i64] }

entry main (xs: []i32) = (f64.i32 xs, i64.i32 xs)
