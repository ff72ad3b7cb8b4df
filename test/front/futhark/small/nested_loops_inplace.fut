-- Nested loops inplace.
-- ==
-- input { 3i64 } output { [[0i64,1i64,2i64],[1i64,2i64,3i64],[2i64,3i64,4i64]] }

entry main (n: i64) =
  let m = replicate n (replicate n 0)
  in loop m for i < n do loop m for j < n do m with [i,j] = i + j
