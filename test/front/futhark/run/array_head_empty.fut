-- The head of an empty array is an error.
-- ==
-- entry: first
-- input { empty([0]i32) } error: E0402
-- ==
-- entry: final
-- input { empty([0]i32) } error: E0402
entry first (xs: []i32) = head xs
entry final (xs: []i32) = last xs
