-- Update size mismatch.
-- ==
-- input { [1,2,3,4] 3i64 } error: E0404.*.

entry main [n] (xs: *[n]i32) (k: i64) = xs with [1:3] = replicate k 9
