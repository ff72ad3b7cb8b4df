-- Unique closure capture.
-- ==
-- error: E1401

entry main (n: i64) = let a = iota n let f (i: i64) = a[i] let b = a with [0] = 1 in b[0] + f 0
