-- Runtime drop.
-- ==
-- input { [1,2] 5i64 } error: E0402.*.

entry main (xs: []i32) (k: i64) = drop k xs
