-- Runtime sizes mismatch entry.
-- ==
-- input { [1,2] [1] } error: E0405

entry main [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
