-- Unique alias loop.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = loop x = a for _i < 3i32 do x let c = b with [0] = 1 in c[0] + a[0]
