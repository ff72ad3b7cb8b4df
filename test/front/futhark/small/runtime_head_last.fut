-- Runtime head last.
-- ==
-- input { [1,2,3] } output { 1 3 [2,3] [1,2] }

entry main (xs: []i32) = (head xs, last xs, tail xs, init xs)
