-- Return alias two unique.
-- ==
-- error: E1408

def f [n] (a: *[n]i64) : (*[n]i64, [n]i64) = (a, a)
entry main (n: i64) = (f (iota n)).0
