-- A part of a tuple after the array was consumed.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let p = (a, 1) let b = a with [0] = 2 in (p.0[0], b[0])
