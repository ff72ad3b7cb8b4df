-- Runtime assert in map.
-- ==
-- input { [1,-1] } error: .

entry main (xs: []i32) = map (\x -> assert (x > 0) x) xs
