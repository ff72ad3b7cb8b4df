-- Runtime head empty.
-- ==
-- input { empty([0]i32) } error: .

entry main (xs: []i32) = head xs
