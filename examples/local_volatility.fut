-- Local volatility calibration: many strikes, each an alternating-direction implicit solver with tridiagonal systems
-- (after the FinPar benchmark of that name).
def tridag [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64) : [n]f64 =
  -- Forward by a scan of 2x2 matrices, then two scans of linear functions.
  let b0 = b[0]
  let mats = map (\i -> if i > 0 then (b[i], 0 - a[i] * c[i - 1], 1, 0) else (1, 0, 0, 1)) (iota n)
  let scmt = scan (\(a0, a1, a2, a3) (b0, b1, b2, b3) ->
                     let value = 1 / (a0 * b0)
                     in ((b0 * a0 + b1 * a2) * value, (b0 * a1 + b1 * a3) * value,
                         (b2 * a0 + b3 * a2) * value, (b2 * a1 + b3 * a3) * value))
                  (1, 0, 0, 1) mats
  let b = map (\(t0, t1, t2, t3) -> (t0 * b0 + t1) / (t2 * b0 + t3)) scmt
  let y0 = y[0]
  let lfuns = map (\i -> if i > 0 then (y[i], 0 - a[i] / b[i - 1]) else (0, 1)) (iota n)
  let linear (f: (f64, f64)) (g: (f64, f64)) = (g.0 + g.1 * f.0, f.1 * g.1)
  let y = map (\(f0, f1) -> f0 + y0 * f1) (scan linear (0, 1) lfuns)
  let yn = y[n - 1] / b[n - 1]
  let lfuns = map (\k -> let i = n - k - 1 in if k > 0 then (y[i] / b[i], 0 - c[i] / b[i]) else (0, 1)) (iota n)
  let y = map (\(f0, f1) -> f0 + yn * f1) (scan linear (0, 1) lfuns)
  in reverse y

def tridag_seq [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64) : *[n]f64 =
  let (y, u) = loop (y, u) = (copy y, copy b) for i in 1..<n do
    let beta = a[i] / u[i - 1]
    let u = u with [i] = u[i] - beta * c[i - 1]
    let y = y with [i] = y[i] - beta * y[i - 1]
    in (y, u)
  let y = y with [n - 1] = y[n - 1] / u[n - 1]
  in loop y for j < n - 1 do
       let i = n - 2 - j
       in y with [i] = (y[i] - c[i] * y[i + 1]) / u[i]

-- Second differences on an uneven grid: (lower, middle, upper) per point.
def operator [n] (x: [n]f64) : [n](f64, f64, f64) =
  map (\i -> if i == 0 || i == n - 1 then (0, 0, 0) else
             let l = x[i] - x[i - 1]
             let u = x[i + 1] - x[i]
             in (2 / l / (l + u), -2 * (1 / l + 1 / u) / (l + u), 2 / u / (l + u))) (iota n)

def solve [nx] [ny] (parallel: bool) (nt: i64) (alpha: f64) (x: [nx]f64) (y: [ny]f64) (dt: f64) (strike: f64) : f64 =
  let dxx = operator x
  let dyy = operator y
  let tri a b c r = if parallel then tridag a b c r else tridag_seq a b c r
  let initial = map (\xi -> replicate ny (f64.max (f64.exp xi - strike) 0)) x
  let result =
    loop u = initial for t < nt do
      let time = f64.i64 t * dt
      let mu = map (\xi -> map (\yj -> 0.5 * f64.exp (2 * (0.1 * f64.sin xi + yj - 0.5 * alpha * time))) y) x
      -- explicit x
      let explicit = tabulate_2d ny nx (\j i ->
        let (l, m, h) = dxx[i]
        let v = u[i, j] / dt + mu[i, j] * 0.5 * (m * u[i, j])
        let v = if i > 0 then v + mu[i, j] * 0.5 * l * u[i - 1, j] else v
        in if i < nx - 1 then v + mu[i, j] * 0.5 * h * u[i + 1, j] else v)
      let vy = tabulate_2d nx ny (\i j ->
        let (l, m, h) = dyy[j]
        let v = m * u[i, j]
        let v = if j > 0 then v + l * u[i, j - 1] else v
        in 0.5 * alpha * (if j < ny - 1 then v + h * u[i, j + 1] else v))
      let rhs = map2 (map2 (+)) explicit (transpose vy)
      -- implicit x
      let u1 = map2 (\j row ->
        let a = map2 (\i (l, _, _) -> -0.5 * mu[i, j] * l) (iota nx) dxx
        let b = map2 (\i (_, m, _) -> 1 / dt - 0.5 * mu[i, j] * m) (iota nx) dxx
        let c = map2 (\i (_, _, h) -> -0.5 * mu[i, j] * h) (iota nx) dxx
        in tri a b c row) (iota ny) rhs
      -- implicit y
      in map2 (\i row ->
        let a = map (\(l, _, _) -> -0.5 * alpha * l) dyy
        let b = map (\(_, m, _) -> 1 / dt - 0.5 * alpha * m) dyy
        let c = map (\(_, _, h) -> -0.5 * alpha * h) dyy
        let r = map2 (\v j -> u1[j, i] / dt - 0.5 * v) row (iota ny)
        in tri a b c r) (iota nx) vy
  in result[nx / 2, ny / 2]

def grid (n: i64) (lo: f64) (hi: f64) : [n]f64 =
  map (\i -> let s = f64.i64 i / f64.i64 (n - 1) in lo + (hi - lo) * s * (0.5 + 0.5 * s)) (iota n)

entry main (outer: i64) (nx: i64) (ny: i64) (nt: i64) (alpha: f64) : [outer]f64 =
  map (\i -> solve true nt alpha (grid nx (-1) 1) (grid ny (-0.5) 0.5) 0.01 (0.5 + 0.1 * f64.i64 i)) (iota outer)

entry sequential (outer: i64) (nx: i64) (ny: i64) (nt: i64) (alpha: f64) : [outer]f64 =
  map (\i -> solve false nt alpha (grid nx (-1) 1) (grid ny (-0.5) 0.5) 0.01 (0.5 + 0.1 * f64.i64 i)) (iota outer)

-- ==
-- entry: main
-- input { 3i64
--   8i64
--   6i64
--   4i64
--   0.2f64 }
-- output { [0.42098150835709f64, 0.32246426974793f64, 0.22752234432483f64] }

-- ==
-- entry: sequential
-- input { 3i64
--   8i64
--   6i64
--   4i64
--   0.2f64 }
-- output { [0.42098150835709f64, 0.32246426974793f64, 0.22752234432483f64] }
