-- Unique ret slice.
-- ==
-- error: E1407

def f [n] (a: [n]i64) : *[]i64 = a[1:]
entry main (n: i64) = f (iota n)
