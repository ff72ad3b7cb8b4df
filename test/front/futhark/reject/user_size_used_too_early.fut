-- A size is used before it is known.
-- ==
-- error: E1303

def f [n] (xs: [n]i32) (g: i64 -> [n]i32) = map2 (+) xs (g n)
entry main (xs: []i32) : []i32 = let g (k: i64) = filter (> 0) (map i32.i64 (iota k)) in f xs g
