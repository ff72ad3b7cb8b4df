-- Local volatility: grids of x and y are stepped back in time by alternating directions, one for each strike. The
-- tridiagonal systems are solved by scans, with 2x2 matrices and linear functions.
type m2 = (f32, f32, f32, f32)
def mul2 ((a0, a1, a2, a3): m2) ((b0, b1, b2, b3): m2) : m2 =
  let v = 1 / (a0 * b0)
  in ((b0 * a0 + b1 * a2) * v, (b0 * a1 + b1 * a3) * v, (b2 * a0 + b3 * a2) * v, (b2 * a1 + b3 * a3) * v)
def after (a: (f32, f32)) (b: (f32, f32)) : (f32, f32) = (b.0 + b.1 * a.0, a.1 * b.1)

def tridag [n] (a: [n]f32) (b: [n]f32) (c: [n]f32) (y: [n]f32) : *[n]f32 =
  let b0 = b[0]
  let mats = map (\i -> if 0 < i then (b[i], -(a[i] * c[i - 1]), 1, 0) else (1, 0, 0, 1)) (iota n)
  let pivots = map (\(t0, t1, t2, t3) -> (t0 * b0 + t1) / (t2 * b0 + t3)) (scan mul2 (1, 0, 0, 1) mats)
  let y0 = y[0]
  let forward = map (\i -> if 0 < i then (y[i], -(a[i] / pivots[i - 1])) else (0, 1)) (iota n)
  let ys = map (\(c0, c1) -> c0 + c1 * y0) (scan after (0, 1) forward)
  let yn = ys[n - 1] / pivots[n - 1]
  let backward = map (\k -> let i = n - k - 1 in if 0 < k then (ys[i] / pivots[i], -(c[i] / pivots[i])) else (0, 1)) (iota n)
  let zs = map (\(c0, c1) -> c0 + c1 * yn) (scan after (0, 1) backward)
  in map (\i -> zs[n - i - 1]) (iota n)

-- The three diagonals of the first and of the second derivative, at every inner point.
def derivatives [n] (x: [n]f32) : ([n](f32, f32, f32), [n](f32, f32, f32)) =
  unzip (tabulate n (\i ->
    if i == 0 || i == n - 1 then ((0, 0, 0), (0, 0, 0))
    else let dl = x[i] - x[i - 1]
         let du = x[i + 1] - x[i]
         in ((-du / dl / (dl + du), (du / dl - dl / du) / (dl + du), dl / du / (dl + du)),
             (2 / dl / (dl + du), -2 * (1 / dl + 1 / du) / (dl + du), 2 / du / (dl + du)))))

def explicit [m] [n] (mu: [m][n]f32) (var: [m][n]f32) (d: [n](f32, f32, f32)) (dd: [n](f32, f32, f32)) (res: [m][n]f32)
    : [m][n]f32 =
  map3 (\mus vars row ->
    map4 (\mu var ((d0, d1, d2), (e0, e1, e2)) j ->
      let term k f e = if 0 <= k && k < n then (mu * f + 0.5 * var * e) * row[k] else 0
      in term (j - 1) d0 e0 + term j d1 e1 + term (j + 1) d2 e2) mus vars (zip d dd) (iota n)) mu var res

def implicit [m] [n] (mu: [m][n]f32) (var: [m][n]f32) (d: [n](f32, f32, f32)) (dd: [n](f32, f32, f32)) (u: [m][n]f32)
                     (dt_inv: f32) : [m][n]f32 =
  map3 (\mus vars row ->
    let (a, b, c) =
      unzip3 (map3 (\mu var ((d0, d1, d2), (e0, e1, e2)) ->
        (-0.5 * (mu * d0 + 0.5 * var * e0), dt_inv - 0.5 * (mu * d1 + 0.5 * var * e1), -0.5 * (mu * d2 + 0.5 * var * e2)))
        mus vars (zip d dd))
    in tridag a b c row) mu var u

def value (nx: i64) (ny: i64) (nt: i64) (s0: f32) (strike: f32) (t: f32) (alpha: f32) (nu: f32) (beta: f32) : f32 =
  let x_step = 20 * alpha * s0 * f32.sqrt t / f32.i64 nx
  let ix = i64.f32 (s0 / x_step) %% nx
  let xs = tabulate nx (\i -> f32.i64 (i - ix) * x_step + s0)
  let y_step = 10 * nu * f32.sqrt t / f32.i64 ny
  let iy = ny / 2
  let logs = tabulate ny (\i -> f32.i64 (i - iy) * y_step + f32.log alpha)
  let (dx, dxx) = derivatives xs
  let (dy, dyy) = derivatives logs
  let payoff = tabulate_2d nx ny (\i _ -> f32.max (xs[i] - strike) 0)
  let times = map (\i -> t * f32.i64 i / f32.i64 (nt - 1)) (iota nt)
  let final =
    loop res = payoff for k < nt - 1 do
      let now = times[nt - 2 - k]
      let dt_inv = 1 / (times[nt - 1 - k] - now)
      let mu_x = replicate ny (replicate nx 0)
      let var_x = map (\y -> map (\x -> f32.exp (2 * (beta * f32.log x + y - 0.5 * nu * nu * now))) xs) logs
      let mu_y = replicate nx (replicate ny 0)
      let var_y = replicate nx (replicate ny (nu * nu))
      let ex = explicit mu_x var_x dx dxx (transpose res)
      let u = map2 (map2 (\r e -> dt_inv * r + 0.5 * e)) (transpose res) ex
      let v = explicit mu_y var_y dy dyy res
      let u = map2 (map2 (+)) u (transpose v)
      let u = implicit mu_x var_x dx dxx u dt_inv
      let w = map2 (map2 (\u v -> dt_inv * u - 0.5 * v)) (transpose u) v
      in implicit mu_y var_y dy dyy w dt_inv
  in final[ix, iy]
-- ==
-- nobench input { 3i64 12i64 8i64 5i64 } output { [0.20014796f32, 0.10150109f32, 0.015068985f32] }
-- nobench input { 0i64 8i64 8i64 3i64 } output { empty([0]f32) }
-- input { 16i64 32i64 256i64 256i64 }
-- input { 128i64 256i64 32i64 64i64 }
-- input { 256i64 256i64 256i64 64i64 }
entry main (outer: i64) (nx: i64) (ny: i64) (nt: i64) : [outer]f32 =
  map (\i -> value nx ny nt 1 (0.8 + 0.1 * f32.i64 (i % 8)) 2 0.04 0.3 0.5) (iota outer)
