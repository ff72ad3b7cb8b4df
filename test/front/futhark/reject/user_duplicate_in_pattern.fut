-- The same name twice in a pattern.
-- ==
-- error: E1212

entry main (x: i32) = let (a, a) = (x, x) in a
