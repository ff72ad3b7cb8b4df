-- American and European options on binomial and trinomial trees, implied volatility by bisection, a barrier by PDE.
-- ==
-- entry: european_binomial
-- input { [100.0] [100.0] [1.0] [0.05] [0.2] 300i64 } output { [10.4506] }
-- entry: american_put
-- input { 100.0 100.0 1.0 0.05 0.2 200i64 } output { 6.090 }
-- entry: trinomial_put
-- input { 100.0 100.0 1.0 0.05 0.2 120i64 } output { 6.07526 }
-- entry: implied
-- input { [100.0,100.0,90.0] [10.450583572185565,6.040088125252366,16.699448408416004] 0.05 1.0 } output { [0.2,0.07685454,0.2] }
-- entry: crank_nicolson
-- input { 100.0 1.0 0.05 0.2 120i64 40i64 } output { 5.5582 }
-- entry: portfolio
-- input { [[90f32,0.5f32],[100f32,1f32],[110f32,2f32]] 64i64 } auto output
def binomial (s: f64) (k: f64) (t: f64) (r: f64) (v: f64) (n: i64) (early: f64 -> f64) (payoff: f64 -> f64): f64 =
  let dt = t / f64.i64 n
  let u = f64.exp (v * f64.sqrt dt)
  let d = 1 / u
  let p = (f64.exp (r * dt) - d) / (u - d)
  let disc = f64.exp (-r * dt)
  let price j i = s * u ** f64.i64 j * d ** f64.i64 (i - j)
  let leaves = map (\j -> payoff (price j n - 0 * k)) (0...n)
  let value = loop v = copy leaves for i in n-1..n-2...0 do
    let m = i + 1
    let cont = map2 (\hi lo -> disc * (p * hi + (1 - p) * lo)) v[1:m+1] (v[0:m] :> [m+1-1]f64)
    let new = map2 (\j c -> f64.max c (early (price j i))) (iota (m+1-1)) cont
    in v with [0:m+1-1] = new
  in value[0]
entry european_binomial [m] (ss: [m]f64) (ks: [m]f64) (ts: [m]f64) (rs: [m]f64) (vs: [m]f64) (n: i64): [m]f64 =
  map5 (\s k t r v -> binomial s k t r v n (const (-f64.inf)) (\x -> f64.max 0 (x - k))) ss ks ts rs vs
entry american_put (s: f64) (k: f64) (t: f64) (r: f64) (v: f64) (n: i64) =
  let pay x = f64.max 0 (k - x) in binomial s k t r v n pay pay
entry trinomial_put (s: f64) (k: f64) (t: f64) (r: f64) (v: f64) (n: i64) =
  let dt = t / f64.i64 n
  let dx = v * f64.sqrt (3 * dt)
  let nu = r - 0.5 * v * v
  let a = v*v*dt + nu*nu*dt*dt
  let pu = 0.5 * (a / (dx*dx) + nu*dt/dx)
  let pd = 0.5 * (a / (dx*dx) - nu*dt/dx)
  let pm = 1 - pu - pd
  let disc = f64.exp (-r*dt)
  let pay i = f64.max 0 (k - s * f64.exp (f64.i64 i * dx))
  let w = 2*n+1
  let vals = tabulate w (\i -> pay (i - n))
  let vals = loop vals for step in reverse (iota n) do
    tabulate w (\i -> if i < n - step || i > n + step then vals[i]
                      else f64.max (pay (i - n)) (disc * (pd*vals[i-1] + pm*vals[i] + pu*vals[i+1])))
  in vals[n]
def cnd (d: f64) = 0.5 * f64.erfc (-d / f64.sqrt 2)
def call s k r t v =
  let d1 = (f64.log (s / k) + (r + 0.5*v*v)*t) / (v * f64.sqrt t)
  let d2 = d1 - v * f64.sqrt t
  in s * cnd d1 - k * f64.exp (-r*t) * cnd d2
entry implied [n] (ks: [n]f64) (prices: [n]f64) (r: f64) (t: f64) =
  map2 (\k p -> (.0) (loop (lo, hi) = (1e-6, 5) while hi - lo > 1e-12 do
                  let mid = (lo + hi) / 2
                  in if call 100 k r t mid > p then (lo, mid) else (mid, hi))) ks prices
def thomas [n] (a: [n]f64) (b: [n]f64) (c: [n]f64) (y: [n]f64): [n]f64 =
  let mats = map3 (\b ac i -> if i > 0 then (b, -ac, 1, 0) else (1,0,0,1)) b (map2 (*) a (rotate (-1) c)) (iota n)
  let b0 = b[0]
  let tms = scan (\(a0,a1,a2,a3) (b0,b1,b2,b3) -> let v = 1 / (a0*b0) in
                   ((b0*a0 + b1*a2)*v, (b0*a1 + b1*a3)*v, (b2*a0 + b3*a2)*v, (b2*a1 + b3*a3)*v)) (1,0,0,1) mats
  let bb = map (\(t0,t1,t2,t3) -> (t0*b0 + t1) / (t2*b0 + t3)) tms
  let fwd = map2 (\i a -> if i == 0 then (0, 1) else (y[i], -(a / bb[i-1]))) (iota n) a
  let y0 = y[0]
  let lin (a0, a1) (b0, b1) = (b0 + b1*a0, a1*b1)
  let yf = map (\(p, q) -> p + q*y0) (scan lin (0,1) fwd)
  let yn = yf[n-1] / bb[n-1]
  let bwd = map3 (\k c b -> let i = n - 1 - k in if k == 0 then (0, 1) else (yf[i] / b, -(c / b))) (iota n) (reverse c) (reverse bb)
  in reverse (map (\(p, q) -> p + q*yn) (scan lin (0,1) bwd))
entry crank_nicolson (strike: f64) (t: f64) (r: f64) (v: f64) (m: i64) (n: i64) =
  let smax = 3 * strike
  let ds = smax / f64.i64 m
  let dt = t / f64.i64 n
  let ss = map (\i -> f64.i64 i * ds) (0...m)
  let u0 = map (\s -> f64.max 0 (strike - s)) ss
  let coef f = map (\i -> let i' = f64.i64 i in f i') (0...m)
  let lower = coef (\i -> 0.25*dt*(v*v*i*i - r*i))
  let diag = coef (\i -> -0.5*dt*(v*v*i*i + r))
  let upper = coef (\i -> 0.25*dt*(v*v*i*i + r*i))
  let u = loop u = u0 for k < n do
    let lhs0 = strike * f64.exp (-r * dt * f64.i64 (k+1))
    let rhs = map (\i -> if i == 0 then lhs0 else if i == m then 0
                         else lower[i]*u[i-1] + (1+diag[i])*u[i] + upper[i]*u[i+1]) (0...m)
    let a = map (\i -> if i == 0 || i == m then 0 else -lower[i]) (0...m)
    let b = map (\i -> if i == 0 || i == m then 1 else 1 - diag[i]) (0...m)
    let c = map (\i -> if i == 0 || i == m then 0 else -upper[i]) (0...m)
    in thomas (sized (m+1) a) (sized (m+1) b) (sized (m+1) c) (sized (m+1) rhs) |> sized (m + 1)
  let i = i64.f64 (100 / ds)
  let w = 100 / ds - f64.i64 i
  in (1-w) * u[i] + w * u[i+1]
entry portfolio [n] (xs: [n][2]f32) (steps: i64) =
  map (\x -> f32.f64 (binomial 100 (f64.f32 x[0]) (f64.f32 x[1]) 0.03 0.25 steps (const 0) (\s -> f64.max 0 (s - f64.f32 x[0])))) xs
  |> map (\v -> f32.round (v * 1e3) / 1e3)
-- ==
-- structure cuda { kernel:block 4 }
