-- Runtime sizes mismatch entry.
-- ==
-- input { [1,2] [1] } error: .

entry main [n] (a: [n]i32) (b: [n]i32) = map2 (+) a b
