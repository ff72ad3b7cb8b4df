-- Range sizes.
-- ==
-- input { 4i64 } output { [0i64,1i64,2i64,3i64] [1i64,2i64,3i64,4i64] }

entry main (n: i64) : ([n]i64, [n]i64) = (0..<n, 1...n)
