-- Unique scatter src.
-- ==
-- error: E1409

entry main (n: i64) = let a = iota n let b = scatter a a a in b[0] + a[0]
