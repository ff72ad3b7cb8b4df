-- Runtime head empty.
-- ==
-- input { empty([0]i32) } error: E0402.*.

entry main (xs: []i32) = head xs
