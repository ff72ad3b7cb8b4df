-- A row written into its own matrix.
-- ==
-- error: error\[E14

entry main (n: i64) = let m = replicate n (iota n) in m with [0] = m[1]
