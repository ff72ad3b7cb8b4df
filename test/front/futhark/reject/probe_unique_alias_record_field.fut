-- Unique alias record field.
-- ==
-- error: E1401

entry main (n: i64) = let r = {a = iota n, b = 1} let x = r.a let y = x with [0] = 2 in y[0] + r.a[0]
