-- Unflatten3.
-- ==
-- input { 2i64 } output { [[[0i64,1i64],[2i64,3i64]],[[4i64,5i64],[6i64,7i64]]] }

entry main (n: i64) : [n][n][n]i64 = unflatten_3d (iota (n * n * n))
