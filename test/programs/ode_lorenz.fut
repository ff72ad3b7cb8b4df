-- Many independent systems of ordinary differential equations, by Runge and Kutta with an adaptive step (after myocyte).

def lorenz (sigma: f64) (rho: f64) (beta: f64) (y: [3]f64) : [3]f64 =
  [sigma * (y[1] - y[0]), y[0] * (rho - y[2]) - y[1], y[0] * y[1] - beta * y[2]]

def rk4 (f: [3]f64 -> [3]f64) (h: f64) (y: [3]f64) : [3]f64 =
  let along c k = map2 (\a b -> a + c * b) y k
  let k1 = f y
  let k2 = f (along (h / 2) k1)
  let k3 = f (along (h / 2) k2)
  let k4 = f (along h k3)
  in map3 (\y0 (a, b) (c, d) -> y0 + h / 6 * (a + 2 * b + 2 * c + d)) y (zip k1 k2) (zip k3 k4)

def solve (f: [3]f64 -> [3]f64) (until: f64) (tolerance: f64) (y0: [3]f64)
        : ([3]f64, i32) =
  let (y, _, _, steps) =
    loop (y, t, h, steps) = (y0, 0f64, 0.1f64, 0i32) while t < until - 1e-12 && steps < 10000 do
      let h = f64.min h (until - t)
      let whole = rk4 f h y
      let half = rk4 f (h / 2) (rk4 f (h / 2) y)
      let error = f64.maximum (map2 (\a b -> f64.abs (a - b)) whole half)
      in if error > tolerance then (y, t, h / 2, steps + 1)
         else (half, t + h, if error < tolerance / 32 then h * 2 else h, steps + 1)
  in (y, steps)

entry main [n] (rhos: [n]f64) (until: f64) : ([n][3]f64, [n]i32) =
  unzip (map (\rho -> solve (lorenz 10 rho (8.0 / 3.0)) until 1e-6 [1, 1, 1]) rhos)

-- ==
-- entry: main
-- input { [0.5f64, 2f64, 10f64]
--   1f64 }
-- output { [[0.40779223053667f64, 0.37990174158451f64, 0.1671983174275f64], [1.3264037859252f64, 1.376631388504f64, 0.5858562637305f64], [2.1024893316169f64, 1.7146084511382f64, 8.1045522607865f64]]
--   [33i32, 24i32, 91i32] }
