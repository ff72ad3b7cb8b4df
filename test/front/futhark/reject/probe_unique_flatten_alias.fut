-- Unique flatten alias.
-- ==
-- error: error\[E14

entry main (n: i64) = let a = replicate n (iota n) let b = flatten a let a[0] = iota n in (a, b)
