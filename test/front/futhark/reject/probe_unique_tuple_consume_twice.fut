-- Unique tuple consume twice.
-- ==
-- error: E1409

def f [n] (a: *[n]i64, b: *[n]i64) : i64 = (a with [0] = 1)[0] + (b with [0] = 1)[0]
entry main (n: i64) = let a = iota n in f (a, a)
