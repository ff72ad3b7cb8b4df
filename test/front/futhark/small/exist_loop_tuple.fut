-- Exist loop tuple.
-- ==
-- input { 4 } output { [1,1,1,1] 4i64 }

entry main (n: i32) = loop (xs, k) = ([], 0) for _i < n do (xs ++ [1], k + 1i64)
