-- Unique consumed index.
-- ==
-- error: E1401

def f [n] (a: *[n]i64) : i64 = (a with [0] = 1)[0]
entry main (n: i64) = let a = iota n in a[f a]
