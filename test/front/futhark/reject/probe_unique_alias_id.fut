-- Unique alias id.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = id a let c = b with [0] = 1 in c[0] + a[0]
