-- Runtime scatter oob.
-- ==
-- input { [1,2] } output { [1,9] }

entry main (xs: *[]i32) = scatter xs [5, -1, 1] [7, 8, 9]
