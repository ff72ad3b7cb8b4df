-- Unique global.
-- ==
-- error: E1403

def g = iota 10
entry main (x: i64) = let h = g with [0] = x in h[0]
