-- A batch of tridiagonal systems by scans: rows of y in a time loop over x.
def tridag [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64) : [n]f64 =
  let b0 = b[0]
  let mats = map (\i -> if i > 0 then (b[i], 0 - a[i] * c[i - 1], 1, 0) else (1, 0, 0, 1)) (iota n)
  let scanned = scan (\(a0, a1, a2, a3) (b0, b1, b2, b3) ->
      let v = 1 / (a0 * b0)
      in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v))
      (1, 0, 0, 1) mats
  let u = map (\(t0, t1, t2, t3) -> (t0 * b0 + t1) / (t2 * b0 + t3)) scanned
  let lin = map (\i -> if i > 0 then (y[i], 0 - a[i] / u[i - 1]) else (0, 1)) (iota n)
  let y1 = map (\(p, q) -> p + q * y[0]) (scan (\(p, q) (r, s) -> (r + s * p, q * s)) (0, 1) lin)
  let back = map (\k -> let i = n - 1 - k in if i < n - 1 then (y1[i] / u[i], 0 - c[i] / u[i]) else (0, 1)) (iota n)
  let last = y1[n - 1] / u[n - 1]
  let x = map (\(p, q) -> p + q * last) (scan (\(p, q) (r, s) -> (r + s * p, q * s)) (0, 1) back)
  in reverse x
-- ==
-- random input { 64i64 [8192][256]f64 }
-- random input { 64i64 [65536][32]f64 }
-- random input { 256i64 [512][256]f64 }
entry main [q][n] (steps: i64) (ys: [q][n]f64) : [q][n]f64 =
  map (\y0 ->
    let a = map (\i -> 0 - 0.1 - 0.001 * f64.i64 i) (iota n)
    let b = map (\i -> 2.0 + 0.002 * f64.i64 i) (iota n)
    let c = map (\i -> 0 - 0.2 + 0.001 * f64.i64 i) (iota n)
    in loop y = copy y0 for _t < steps do tridag a b c y) ys
