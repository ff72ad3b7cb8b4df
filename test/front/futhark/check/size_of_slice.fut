entry conv [n][m][a][b] (im: [n][m]f64) (k: [a][b]f64) (i: i64) (j: i64) : f64 =
  f64.sum (flatten (map2 (map2 (*)) im[i:i+a, j:j+b] k))
