-- Stiff and plain differential equations: adaptive Runge-Kutta-Fehlberg per cell, implicit Euler with Newton, symplectic orbits.
-- ==
-- entry: decay
-- input { [0.5, 1.0, 2.0] 3.0 } output { [0.22313016, 0.04978707, 0.00247875] }
-- entry: lorenz_agrees
-- input { 8i64 } output { true }
-- entry: stiff
-- input { 1000.0 100i64 } output { true }
-- entry: orbit
-- input { 800i32 } output { true true }
type state [n] = [n]f64
def axpy [n] (a: f64) (x: [n]f64) (y: [n]f64): [n]f64 = map2 (\x y -> a * x + y) x y
def rkf45 [n] (f: f64 -> state [n] -> state [n]) (t: f64) (h: f64) (y: state [n]): (state [n], f64) =
  let k1 = f t y
  let k2 = f (t + h/4) (axpy (h/4) k1 y)
  let k3 = f (t + 3*h/8) (map3 (\y a b -> y + h * (3*a/32 + 9*b/32)) y k1 k2)
  let k4 = f (t + 12*h/13) (map4 (\y a b c -> y + h * (1932*a - 7200*b + 7296*c) / 2197) y k1 k2 k3)
  let k5 = f (t + h) (map5 (\y a b c d -> y + h * (439*a/216 - 8*b + 3680*c/513 - 845*d/4104)) y k1 k2 k3 k4)
  let k6 = f (t + h/2) (map2 (\y k -> y + h * k) y (map5 (\a b c d e -> -8*a/27 + 2*b - 3544*c/2565 + 1859*d/4104 - 11*e/40) k1 k2 k3 k4 k5))
  let y5 = map2 (\y k -> y + h * k) y (map5 (\a c d e f -> 16*a/135 + 6656*c/12825 + 28561*d/56430 - 9*e/50 + 2*f/55) k1 k3 k4 k5 k6)
  let err = map5 (\a c d e f -> a/360 - 128*c/4275 - 2197*d/75240 + e/50 + 2*f/55) k1 k3 k4 k5 k6
  in (y5, f64.abs h * f64.maximum (map f64.abs err))
def integrate [n] (f: f64 -> state [n] -> state [n]) (t0: f64) (t1: f64) (tol: f64) (y: state [n]): state [n] =
  let (_, _, y, _) =
    loop (t, h, y, tries) = (t0, (t1 - t0) / 10, y, 0i32) while t < t1 && tries < 10000 do
      let h = f64.min h (t1 - t)
      let (y', err) = rkf45 f t h y
      let s = if err == 0 then 2 else f64.min 2 (f64.max 0.2 (0.9 * (tol / err) ** 0.2))
      in if err <= tol then (t + h, h * s, y', tries + 1) else (t, h * s, y, tries + 1)
  in y
entry decay [n] (rates: [n]f64) (t: f64): [n]f64 =
  map (\r -> (integrate (\_ y -> map (\v -> -r * v) y) 0 t 1e-10 [1])[0]) rates
def lorenz (_: f64) (s: [3]f64): [3]f64 = [10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - 8/3 * s[2]]
entry lorenz_agrees (n: i64): bool =
  let starts = tabulate n (\i -> [1 + 0.01 * f64.i64 i, 1, 1])
  let a = map (integrate lorenz 0 0.5 1e-10) starts
  let b = map (integrate lorenz 0 0.25 1e-10 >-> integrate lorenz 0 0.25 1e-11) starts
  in and (map2 (\x y -> and (map2 (\p q -> f64.abs (p - q) < 1e-6) x y)) a b)
entry stiff (lambda: f64) (n: i64): bool =
  -- y' = -lambda (y - cos t), implicit Euler with Newton
  let h = 1 / f64.i64 n
  let y = loop y = 0 for i < n do
    let t = h * f64.i64 (i + 1)
    let g z = z - y + h * lambda * (z - f64.cos t)
    let (z, _, _) = loop (z, d, k) = (y, f64.inf, 0i32) while f64.abs d > 1e-13 && k < 50 do
      let d = g z / (1 + h * lambda) in (z - d, d, k + 1)
    in z
  in f64.abs (y - f64.cos 1) < 2 / lambda + h / 10
type body = {pos: (f64, f64), vel: (f64, f64)}
def accel ((x, y): (f64, f64)): (f64, f64) = let r3 = (x*x + y*y) ** 1.5 in (-x / r3, -y / r3)
def leap (dt: f64) ({pos = (x, y), vel = (u, v)}: body): body =
  let (ax, ay) = accel (x, y)
  let (u, v) = (u + dt/2*ax, v + dt/2*ay)
  let (x, y) = (x + dt*u, y + dt*v)
  let (ax, ay) = accel (x, y)
  in {pos = (x, y), vel = (u + dt/2*ax, v + dt/2*ay)}
entry orbit (n: i32): (bool, bool) =
  let b = iterate n (leap (2 * f64.pi / f64.i32 n)) {pos = (1, 0), vel = (0, 1)}
  let e = 0.5 * (b.vel.0**2 + b.vel.1**2) - 1 / f64.sqrt (b.pos.0**2 + b.pos.1**2)
  in (f64.abs (e + 0.5) < 1e-6, f64.abs (b.pos.0 - 1) < 1e-3 && f64.abs b.pos.1 < 1e-3)
