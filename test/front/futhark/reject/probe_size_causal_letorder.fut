-- Size causal letorder.
-- ==
-- error: error\[E1[23]

entry main (xs: []i32) = let f (ys: []i32) = zip ys (filter (> 0) xs) in f [1, 2]
