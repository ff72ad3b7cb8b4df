-- Unique update elem alias.
-- ==
-- error: E1406

entry main (n: i64) = let m = replicate n (iota n) let r = m[0] let m[1] = r in m
