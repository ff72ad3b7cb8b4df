-- Update in map lambda.
-- ==
-- input { 3i64 } output { [[0i64,0i64,0i64],[0i64,1i64,0i64],[0i64,0i64,2i64]] }

entry main (n: i64) : [n][n]i64 = map (\i -> let r = replicate n 0 let r[i] = i in r) (iota n)
