-- Unique let pat alias.
-- ==
-- error: E1401

entry main (n: i64) = let (a, b) = (let x = iota n in (x, x)) let c = a with [0] = 1 in c[0] + b[0]
