-- Unique loop consume init.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = loop x = a for i < 3i64 do x with [0] = i in b[0] + a[0]
