-- Range down.
-- ==
-- input { 3i64 } output { [3i64,2i64,1i64,0i64] }

entry main (n: i64) : []i64 = n..n-1...0
