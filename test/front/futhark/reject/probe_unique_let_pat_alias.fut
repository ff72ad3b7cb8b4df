-- Unique let pat alias.
-- ==
-- error: error\[E14

entry main (n: i64) = let (a, b) = (let x = iota n in (x, x)) let c = a with [0] = 1 in c[0] + b[0]
