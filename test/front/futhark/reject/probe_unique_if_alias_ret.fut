-- Unique if alias ret.
-- ==
-- error: E1407

def f [n] (b: bool) (x: [n]i64) : *[n]i64 = if b then x else iota n
entry main (n: i64) = f true (iota n)
