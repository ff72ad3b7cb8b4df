-- Unique alias fun.
-- ==
-- error: E1401

def f [n] (xs: [n]i64) = xs
entry main (n: i64) = let a = iota n let b = f a let c = b with [0] = 1 in c[0] + a[0]
