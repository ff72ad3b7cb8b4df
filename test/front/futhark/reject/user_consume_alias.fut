-- An alias of the consumed array is used.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let b = a let c = a with [0] = 1 in (b[0], c[0])
