-- A slice of the consumed array is used.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let s = a[1:] let c = a with [0] = 1 in (length c, s[0])
