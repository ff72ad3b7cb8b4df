-- Unique scatter src.
-- ==
-- error: error\[E14

entry main (n: i64) = let a = iota n let b = scatter a a a in b[0] + a[0]
