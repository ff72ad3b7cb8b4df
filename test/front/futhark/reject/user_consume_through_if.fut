-- The result of an if shares with both.
-- ==
-- error: E1401

entry main (b: bool) (n: i64) = let x = iota n let y = replicate n 0 let z = if b then x else y let w = z with [0] = 5 in (w[0], y[0])
