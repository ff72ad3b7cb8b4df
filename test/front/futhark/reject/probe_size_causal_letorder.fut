-- Size causal letorder.
-- ==
-- error: E1302

entry main (xs: []i32) = let f (ys: []i32) = zip ys (filter (> 0) xs) in f [1, 2]
