-- Size hidden causal.
-- ==
-- error: E1301

def f [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys
entry main (k: i64) = f (replicate 3 1) (filter (> 0) (map i32.i64 (iota k)))
