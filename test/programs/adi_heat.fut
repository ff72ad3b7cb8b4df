-- Heat in a plate by alternating directions (Peaceman and Rachford): in each half step a tridiagonal system for every
-- row, then for every column, by Thomas' algorithm; and by cyclic reduction, for comparison.

def thomas [n] (r: f64) (d: [n]f64): [n]f64 =
  let a = -r / 2
  let b = 1 + r
  let (cs, ds) =
    loop (cs, ds) = (replicate n 0, replicate n 0) for i < n do
      let (c, e) = if i == 0 then (0, 0) else (cs[i-1], ds[i-1])
      let m = b - a * c
      in (cs with [i] = a / m, ds with [i] = (d[i] - a * e) / m)
  in loop xs = ds for k < n - 1 do
       let i = n - 2 - k
       in xs with [i] = xs[i] - cs[i] * xs[i+1]

-- Cyclic reduction, in parallel: log n rounds over all equations.
def reduction [n] (r: f64) (d: [n]f64): [n]f64 =
  let a0 = map (\i -> if i == 0 then 0 else -r / 2) (iota n)
  let c0 = map (\i -> if i == n - 1 then 0 else -r / 2) (iota n)
  let (_, b, _, d, _) =
    loop (a, b, c, d, s) = (a0, replicate n (1 + r), c0, copy d, 1) while s < n do
      let new i =
        let l = i - s
        let h = i + s
        let (la, lb, lc, ld) = if l >= 0 then (a[l], b[l], c[l], d[l]) else (0, 1, 0, 0)
        let (ha, hb, hc, hd) = if h < n then (a[h], b[h], c[h], d[h]) else (0, 1, 0, 0)
        let k1 = a[i] / lb
        let k2 = c[i] / hb
        in (-la * k1, b[i] - lc * k1 - ha * k2, -hc * k2, d[i] - ld * k1 - hd * k2)
      let (a, b, c, d) = unzip4 (tabulate n new)
      in (a, b, c, d, 2 * s)
  in map2 (/) d b

def explicit [n] (r: f64) (lower: [n]f64) (row: [n]f64) (upper: [n]f64): [n]f64 =
  map3 (\l x u -> (r / 2) * (l + u) + (1 - r) * x) lower row upper

def half [n][m] (solve: f64 -> [m]f64 -> [m]f64) (r: f64) (u: [n][m]f64): [n][m]f64 =
  let zero = replicate m 0
  in map (\i -> solve r (explicit r (if i == 0 then zero else u[i-1]) u[i] (if i == n - 1 then zero else u[i+1]))) (iota n)

entry heat [n][m] (steps: i64) (r: f64) (u: [n][m]f64): [n][m]f64 =
  loop u = copy u for _t < steps do transpose (half thomas r (transpose (half thomas r u)))

entry heat_cyclic [n][m] (steps: i64) (r: f64) (u: [n][m]f64): [n][m]f64 =
  loop u = copy u for _t < steps do transpose (half reduction r (transpose (half reduction r u)))
-- ==
-- entry: heat
-- input { 3i64 0.5 [[0.0, 1.0, 0.0, 2.0], [1.0, 0.0, 4.0, 0.0], [0.0, 0.0, 8.0, 1.0]] }
-- output { [[0.172790641417932, 0.3192245290614, 0.364970357376922, 0.246599595664724], [0.259857803607054, 0.482426132842557, 0.553200060848868, 0.374024885696483], [0.194863635825512, 0.363397214393084, 0.417873919230141, 0.282726791689078]] }
-- ==
-- entry: heat_cyclic
-- input { 3i64 0.5 [[0.0, 1.0, 0.0, 2.0], [1.0, 0.0, 4.0, 0.0], [0.0, 0.0, 8.0, 1.0]] }
-- output { [[0.172790641417932, 0.3192245290614, 0.364970357376922, 0.246599595664724], [0.259857803607055, 0.482426132842557, 0.553200060848868, 0.374024885696483], [0.194863635825512, 0.363397214393084, 0.417873919230141, 0.282726791689077]] }
-- ==
-- structure cuda { kernel:block 2 }
