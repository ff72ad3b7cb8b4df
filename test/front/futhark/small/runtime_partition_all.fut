-- Runtime partition all.
-- ==
-- input { [1,2] } output { [1,2] empty([0]i32) }

entry main (xs: []i32) : ([]i32, []i32) = partition (const true) xs
