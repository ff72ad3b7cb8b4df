-- Runtime const size entry.
-- ==
-- input { [1,2] } error: E0405

entry main (a: [3]i32) = a[0]
