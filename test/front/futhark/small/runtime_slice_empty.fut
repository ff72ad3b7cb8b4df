-- Runtime slice empty.
-- ==
-- input { [1,2,3,4] } output { empty([0]i32) empty([0]i32) empty([0]i32) }

entry main (xs: []i32) : ([]i32, []i32, []i32) = (xs[1:1], xs[4:4], xs[4:])
