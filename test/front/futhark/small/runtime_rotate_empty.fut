-- Runtime rotate empty.
-- ==
-- input { empty([0]i32) } output { empty([0]i32) }

entry main (xs: []i32) = rotate 3 xs
