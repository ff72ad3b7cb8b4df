-- Runtime const size entry.
-- ==
-- input { [1,2] } error: .

entry main (a: [3]i32) = a[0]
