-- | The inner product of two vectors.
def dotprod [n] (xs: [n]f32) (ys: [n]f32): f32 =
  reduce (+) 0 (map2 (*) xs ys)

def matmul [n][p][m] (xss: [n][p]f32) (yss: [p][m]f32): [n][m]f32 =
  map (\xs -> map (dotprod xs) (transpose yss)) xss

entry main (n: i64) = matmul (replicate n (replicate n 1)) (replicate n (replicate n 2))
