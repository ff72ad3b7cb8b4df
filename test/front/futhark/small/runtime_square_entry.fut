-- Runtime square entry.
-- ==
-- input { [[1,2,3]] } error: E0405

entry main [n] (a: [n][n]i32) = a[0,0]
