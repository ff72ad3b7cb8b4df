-- The same array given twice to consuming functions.
-- ==
-- error: E1401

def f [n] (xs: *[n]i64) : *[n]i64 = xs with [0] = 1
entry main (n: i64) = let a = iota n let b = f a let c = f a in (b[0], c[0])
