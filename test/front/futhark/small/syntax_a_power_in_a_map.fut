-- A power in a map.
-- ==
-- input { [1,2,3] } output { 14 }

entry main (xs: []i32) = i32.sum (map (\x -> x ** 2) xs)
