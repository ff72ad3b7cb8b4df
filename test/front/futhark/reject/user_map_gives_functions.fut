-- map cannot give functions.
-- ==
-- error: E1206

entry main (xs: []i32) : i64 = length (map (\x -> \y -> x + y) xs)
