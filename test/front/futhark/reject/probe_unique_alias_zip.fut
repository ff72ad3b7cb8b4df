-- Unique alias zip.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let z = zip a a let b = a with [0] = 1 in (b[0], z[0].0)
