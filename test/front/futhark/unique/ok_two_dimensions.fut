def f [n] (xss: *[n][n]f64) (i: i64) (j: i64) =
  let t = copy xss[i]
  let xss[i] = copy xss[j]
  let xss[j] = t
  in xss
