-- A function of one argument for map2.
-- ==
-- error: E1302

entry main (xs: []i32) (ys: []i32) = map2 (\x -> x) xs (ys :> [length xs]i32) : []i32
