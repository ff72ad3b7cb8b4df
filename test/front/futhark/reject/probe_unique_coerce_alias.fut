-- Unique coerce alias.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = a :> [3]i64 let a[0] = 3 in (a, b)
