-- A range with ends of different types.
-- ==
-- error: E1201

entry main (a: i32) (b: i64) = a..<b
