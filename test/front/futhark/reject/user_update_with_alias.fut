-- A row written into its own matrix.
-- ==
-- error: E1406

entry main (n: i64) = let m = replicate n (iota n) in m with [0] = m[1]
