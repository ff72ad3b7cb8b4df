-- The last argument is evaluated first, so that the others may have its size.
-- ==
-- input { [1,-1,3] } output { [2,4] }
entry main (xs: []i32) = map2 (+) (rep 1) (filter (> 0) xs)
