-- A range with ends of different types.
-- ==
-- error: error\[E12

entry main (a: i32) (b: i64) = a..<b
