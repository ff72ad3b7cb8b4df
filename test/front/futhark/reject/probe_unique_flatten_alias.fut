-- Unique flatten alias.
-- ==
-- error: E1401

entry main (n: i64) = let a = replicate n (iota n) let b = flatten a let a[0] = iota n in (a, b)
