-- Runtime filter empty.
-- ==
-- input { [1,2] } output { empty([0]i32) }

entry main (xs: []i32) = filter (const false) xs
