-- Unflatten inferred.
-- ==
-- input { 2i64 3i64 } output { [[0i64,1i64,2i64],[3i64,4i64,5i64]] }

entry main (n: i64) (m: i64) : [n][m]i64 = unflatten (iota (n * m))
