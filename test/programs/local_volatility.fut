-- Calibration of a local volatility model: a two-dimensional grid is stepped back in time by alternating
-- directions. The tridiagonal systems are solved by scans, with 2x2 matrices and linear functions.

module type solver = {
  type real
  val tridag [n] : (a: [n]real) -> (b: [n]real) -> (c: [n]real) -> (y: [n]real) -> *[n]real
}

module scans (R: real): solver with real = R.t = {
  type real = R.t
  type m2 = (real, real, real, real)
  let eye: m2 = (R.i32 1, R.i32 0, R.i32 0, R.i32 1)

  let mul2 ((a0, a1, a2, a3): m2) ((b0, b1, b2, b3): m2): m2 =
    let value = R.(i32 1 / (a0 * b0))
    in R.( ((b0 * a0 + b1 * a2) * value,
            (b0 * a1 + b1 * a3) * value,
            (b2 * a0 + b3 * a2) * value,
            (b2 * a1 + b3 * a3) * value) )

  let after (a: (real, real)) (b: (real, real)): (real, real) =
    (R.(b.0 + b.1 * a.0), R.(a.1 * b.1))

  let tridag [n] (a: [n]real) (b: [n]real) (c: [n]real) (y: [n]real): *[n]real =
    -- the pivots, by products of matrices
    let b0 = b[0]
    let mats = map (\i -> if 0 < i
                          then (b[i], R.neg (a[i] R.* c[i - 1]), R.i32 1, R.i32 0)
                          else eye) (iota n)
    let scanned = scan mul2 eye mats
    let pivots = map (\(t0, t1, t2, t3) -> R.((t0 * b0 + t1) / (t2 * b0 + t3))) scanned
    -- forward, by composing linear functions
    let y0 = y[0]
    let forward = map (\i -> if 0 < i then (y[i], R.neg (a[i] R./ pivots[i - 1])) else (R.i32 0, R.i32 1)) (iota n)
    let ys = map (\(c0, c1) -> R.(c0 + c1 * y0)) (scan after (R.i32 0, R.i32 1) forward)
    -- and backward
    let yn = ys[n - 1] R./ pivots[n - 1]
    let backward =
      map (\k -> let i = n - k - 1
                 in if 0 < k then R.((ys[i] / pivots[i], neg (c[i] / pivots[i]))) else (R.i32 0, R.i32 1)) (iota n)
    let zs = map (\(c0, c1) -> R.(c0 + c1 * yn)) (scan after (R.i32 0, R.i32 1) backward)
    in map (\i -> zs[n - i - 1]) (iota n)
}

module elimination (R: real): solver with real = R.t = {
  type real = R.t
  let tridag [n] (a: [n]real) (b: [n]real) (c: [n]real) (y: [n]real): *[n]real =
    let (u, v) =
      loop (u, v) = (copy b, copy y) for i in 1..<n do
        let beta = copy (a[i] R./ u[i - 1])
        let u[i] = copy (u[i] R.- beta R.* c[i - 1])
        let v[i] = copy (v[i] R.- beta R.* v[i - 1])
        in (u, v)
    let v[n - 1] = copy (v[n - 1] R./ u[n - 1])
    in loop v for k in (n - 2)..(n - 3)...0 do
         v with [k] = let next = v[k + 1] in copy R.((v[k] - c[k] * next) / u[k])
}

module calibration (S: solver with real = f64) = {
  let grid (n: i64) (s0: f64) (alpha: f64) (nu: f64) (t: f64): ([n]f64, i64) =
    let std = 20 * alpha * s0 * f64.sqrt t
    let d = std / f64.i64 n
    let middle = i64.f64 (s0 / d) %% n
    in (tabulate n (\i -> f64.i64 i * d - f64.i64 middle * d + s0 + nu * 0), middle)

  -- The three diagonals of the first and of the second derivative, at every inner point.
  let derivatives [n] (x: [n]f64): ([n](f64, f64, f64), [n](f64, f64, f64)) =
    unzip (tabulate n (\i ->
      if i == 0 || i == n - 1 then ((0, 0, 0), (0, 0, 0))
      else let dl = x[i] - x[i - 1]
           let du = x[i + 1] - x[i]
           in ((-du / dl / (dl + du), (du / dl - dl / du) / (dl + du), dl / du / (dl + du)),
               (2 / dl / (dl + du), -2 * (1 / dl + 1 / du) / (dl + du), 2 / du / (dl + du)))))

  let explicit [m][n] (mu: [m][n]f64) (var: [m][n]f64) (d: [n](f64, f64, f64)) (dd: [n](f64, f64, f64))
                      (res: [m][n]f64): [m][n]f64 =
    map3 (\mus vars row ->
      map4 (\mu var ((d0, d1, d2), (e0, e1, e2)) j ->
        let term k f e = if 0 <= k && k < n then (mu * f + 0.5 * var * e) * row[k] else 0
        in term (j - 1) d0 e0 + term j d1 e1 + term (j + 1) d2 e2) mus vars (zip d dd) (iota n)) mu var res

  let implicit [m][n] (mu: [m][n]f64) (var: [m][n]f64) (d: [n](f64, f64, f64)) (dd: [n](f64, f64, f64))
                      (u: [m][n]f64) (dt_inv: f64): [m][n]f64 =
    map3 (\mus vars row ->
      let (a, b, c) =
        unzip3 (map3 (\mu var ((d0, d1, d2), (e0, e1, e2)) ->
          (-0.5 * (mu * d0 + 0.5 * var * e0), dt_inv - 0.5 * (mu * d1 + 0.5 * var * e1), -0.5 * (mu * d2 + 0.5 * var * e2)))
          mus vars (zip d dd))
      in S.tridag a b c row) mu var u

  let value (nx: i64) (ny: i64) (nt: i64) (s0: f64) (strike: f64) (t: f64) (alpha: f64) (nu: f64) (beta: f64): f64 =
    let (xs, ix) = grid nx s0 alpha nu t
    let (logs, iy) =
      let std = 10 * nu * f64.sqrt t
      let d = std / f64.i64 ny
      let mid = ny / 2
      in (tabulate ny (\i -> f64.i64 i * d - f64.i64 mid * d + f64.log alpha), mid)
    let (dx, dxx) = derivatives xs
    let (dy, dyy) = derivatives logs
    let payoff = tabulate_2d nx ny (\i _ -> f64.max (xs[i] - strike) 0)
    let times = map (\i -> t * f64.i64 i / f64.i64 (nt - 1)) (iota nt)
    let final =
      loop res = payoff for g in (nt - 2)..(nt - 3)...0 do
        let (now, next) = (times[g], times[g + 1])
        let dt_inv = 1 / (next - now)
        let mu_x = replicate ny (replicate nx 0)
        let var_x = map (\y -> map (\x -> f64.exp (2 * (beta * f64.log x + y - 0.5 * nu * nu * now))) xs) logs
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
}

module by_scans = calibration (scans f64)
module by_elimination = calibration (elimination f64)

entry main (outer: i64) (nx: i64) (ny: i64) (nt: i64) (s0: f64) (t: f64) (alpha: f64) (nu: f64) (beta: f64): [outer]f64 =
  let strikes = map (\i -> 0.8 + 0.1 * f64.i64 i) (iota outer)
  in map (\strike -> by_scans.value nx ny nt s0 strike t alpha nu beta) strikes

entry sequential (outer: i64) (nx: i64) (ny: i64) (nt: i64) (s0: f64) (t: f64) (alpha: f64) (nu: f64) (beta: f64): [outer]f64 =
  let strikes = map (\i -> 0.8 + 0.1 * f64.i64 i) (iota outer)
  in #[incremental_flattening(only_outer)]
     map (\strike -> by_elimination.value nx ny nt s0 strike t alpha nu beta) strikes

-- ==
-- entry: main
-- input { 3i64 12i64 8i64 5i64 1f64 2f64 0.04f64 0.3f64 0.5f64 }
-- output { [0.20014796352426f64, 0.10150109028485f64, 0.015068985197823f64] }
-- input { 1i64 20i64 16i64 8i64 1f64 2f64 0.04f64 0.3f64 0.5f64 }
-- output { [0.20009720040084f64] }
-- input { 0i64 8i64 8i64 3i64 1f64 2f64 0.04f64 0.3f64 0.5f64 }
-- output { empty([0]f64) }

-- ==
-- entry: sequential
-- input { 3i64 12i64 8i64 5i64 1f64 2f64 0.04f64 0.3f64 0.5f64 }
-- output { [0.20014796352426f64, 0.10150109028485f64, 0.015068985197823f64] }
-- input { 1i64 20i64 16i64 8i64 1f64 2f64 0.04f64 0.3f64 0.5f64 }
-- output { [0.20009720040084f64] }
-- input { 0i64 8i64 8i64 3i64 1f64 2f64 0.04f64 0.3f64 0.5f64 }
-- output { empty([0]f64) }
