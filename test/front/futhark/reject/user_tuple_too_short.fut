-- A triple pattern for a pair.
-- ==
-- error: error\[E12

entry main (x: i32) : i32 = let (a, b, c) = (x, x) in a
