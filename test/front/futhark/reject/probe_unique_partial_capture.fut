-- Unique partial capture.
-- ==
-- error: E1401

def f [n] (a: [n]i64) (i: i64) : i64 = a[i]
entry main (n: i64) = let a = iota n let g = f a let b = a with [0] = 1 in b[0] + g 0
