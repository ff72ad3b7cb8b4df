-- Unique hof consume.
-- ==
-- error: E1410

def f [n] (a: *[n]i64) : *[n]i64 = a with [0] = 1
def ap [n] (g: [n]i64 -> [n]i64) (x: [n]i64) = g x
entry main (n: i64) = ap f (iota n)
