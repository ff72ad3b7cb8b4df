-- Unique reverse alias.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = reverse a let a[0] = 3 in (a, b)
