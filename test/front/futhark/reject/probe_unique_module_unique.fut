-- Unique module unique.
-- ==
-- error: E1111

module m : {val f [n] : [n]i64 -> [n]i64} = {def f [n] (x: *[n]i64) : [n]i64 = x with [0] = 1}
entry main (n: i64) = m.f (iota n)
