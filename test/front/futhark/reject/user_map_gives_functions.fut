-- map cannot give functions.
-- ==
-- error: error\[E1

entry main (xs: []i32) : i64 = length (map (\x -> \y -> x + y) xs)
