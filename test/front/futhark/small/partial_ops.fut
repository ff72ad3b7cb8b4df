-- Partial ops.
-- ==
-- input { [1,2,3] } output { [2,4,6] [2,1,0] [9,8,7] }

entry main (xs: []i32) : ([]i32, []i32, []i32) = (map (2*) xs, map (3-) xs, map (\x -> 10 - x) xs)
