-- Runtime replicate neg.
-- ==
-- input { -1i64 } error: E0412.*.

entry main (n: i64) = replicate n 1i32
