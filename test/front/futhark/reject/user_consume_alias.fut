-- An alias of the consumed array is used.
-- ==
-- error: error\[E14

entry main (n: i64) = let a = iota n let b = a let c = a with [0] = 1 in (b[0], c[0])
