-- Runtime rotate.
-- ==
-- input { [1,2,3,4] } output { [3,4,1,2] [4,1,2,3] [1,2,3,4] }

entry main (xs: []i32) = (rotate 2 xs, rotate (-1) xs, rotate 8 xs)
