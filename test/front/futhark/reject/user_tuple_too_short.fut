-- A triple pattern for a pair.
-- ==
-- error: E1201

entry main (x: i32) : i32 = let (a, b, c) = (x, x) in a
