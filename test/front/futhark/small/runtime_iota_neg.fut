-- Runtime iota neg.
-- ==
-- input { -1i64 } error: .

entry main (n: i64) = iota n
