-- Unique consumed in cond.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n in if (a with [0] = 1)[0] > 0 then a[0] else 0
