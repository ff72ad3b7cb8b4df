-- Consumed and read by one call.
-- ==
-- error: E1409

def f [n] (xs: *[n]i64) (ys: [n]i64) : i64 = (xs with [0] = ys[0])[0]
entry main (n: i64) = let a = iota n in f a a
