-- Concat loop.
-- ==
-- input { 3i64 } output { [0i64,0i64,1i64,0i64,1i64,2i64] }

entry main (n: i64) = loop acc = [] for i < n do acc ++ iota (i + 1)
