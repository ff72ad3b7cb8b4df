-- Consumed in one branch, used afterwards.
-- ==
-- error: E1401

entry main (b: bool) (n: i64) = let x = iota n let y = if b then (x with [0] = 1)[0] else 0 in y + x[0]
