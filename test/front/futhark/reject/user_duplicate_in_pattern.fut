-- The same name twice in a pattern.
-- ==
-- error: error\[E1

entry main (x: i32) = let (a, a) = (x, x) in a
