-- Size shadow.
-- ==
-- input { 3i64 } output { [0i64,1i64,2i64,3i64] [0i64,1i64,2i64] }

entry main (n: i64) = let a = iota n in let n = n + 1 in (iota n, a)
