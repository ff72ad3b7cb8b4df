-- Runtime assert in map.
-- ==
-- input { [1,-1] } error: E0401.*.

entry main (xs: []i32) = map (\x -> assert (x > 0) x) xs
