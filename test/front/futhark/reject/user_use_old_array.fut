-- The old array after an update.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = a with [0] = 1 in (a[0], b[0])
