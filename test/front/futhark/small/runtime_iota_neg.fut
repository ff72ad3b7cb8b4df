-- Runtime iota neg.
-- ==
-- input { -1i64 } error: E0412.*.

entry main (n: i64) = iota n
