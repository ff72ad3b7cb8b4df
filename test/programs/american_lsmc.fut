-- An American put by least squares over simulated paths (Longstaff and Schwartz): paths by a counter-based generator,
-- then backwards in time a regression on three functions of the price over the paths that are in the money.

def hash (x: u32): u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def uniform (x: i64): f64 = (f64.u32 (hash (u32.i64 x + 0x9e3779b9)) + 0.5) / 4294967296
def normal (i: i64): f64 =
  f64.sqrt (-2 * f64.log (uniform (2 * i))) * f64.cos (2 * f64.pi * uniform (2 * i + 1))

def solve3 (a: (f64, f64, f64, f64, f64, f64)) (y: (f64, f64, f64)): (f64, f64, f64) =
  let (a00, a01, a02, a11, a12, a22) = a
  let (y0, y1, y2) = y
  let l00 = f64.sqrt (a00 + 1e-9)
  let l10 = a01 / l00
  let l20 = a02 / l00
  let l11 = f64.sqrt (a11 - l10 * l10 + 1e-9)
  let l21 = (a12 - l10 * l20) / l11
  let l22 = f64.sqrt (a22 - l20 * l20 - l21 * l21 + 1e-9)
  let z0 = y0 / l00
  let z1 = (y1 - l10 * z0) / l11
  let z2 = (y2 - l20 * z0 - l21 * z1) / l22
  let x2 = z2 / l22
  let x1 = (z1 - l21 * x2) / l11
  in ((z0 - l10 * x1 - l20 * x2) / l00, x1, x2)

def price (paths: i64) (steps: i64) (s0: f64) (k: f64) (r: f64) (v: f64) (t: f64): f64 =
  let dt = t / f64.i64 steps
  let walk = tabulate paths (\p -> scan (+) 0 (tabulate steps (\i -> (r - 0.5 * v * v) * dt + v * f64.sqrt dt * normal (p * steps + i))))
  let s = map (map (\w -> s0 * f64.exp w)) walk
  let disc = f64.exp (-r * dt)
  let pay x = f64.max 0 (k - x)
  let cash = map (\row -> pay row[steps-1]) s
  let cash = loop cash for b < steps - 1 do
    let i = steps - 2 - b
    let now = map (\row -> row[i]) s
    let held = map (* disc) cash
    let row x y = let x = x / k
                  let w = f64.bool (x < 1)
                  in ((w, w * x, w * x * x, w * x * x, w * x * x * x, w * x * x * x * x), (w * y, w * x * y, w * x * x * y))
    let plus ((a, b, c, d, e, f), (x, y, z)) ((a', b', c', d', e', f'), (x', y', z')) =
      ((a + a', b + b', c + c', d + d', e + e', f + f'), (x + x', y + y', z + z'))
    let (m, y) = reduce_comm plus ((0, 0, 0, 0, 0, 0), (0, 0, 0)) (map2 row now held)
    let (c0, c1, c2) = solve3 m y
    in map2 (\x h -> let u = x / k
                     let go_on = c0 + c1 * u + c2 * u * u
                     in if pay x > 0 && pay x > go_on then pay x else h) now held
  in disc * f64.sum cash / f64.i64 paths

entry put (paths: i64) (steps: i64) (s0: f64) (k: f64): f64 = price paths steps s0 k 0.05 0.2 1

-- A book of options on one asset.
entry book [n] (paths: i64) (steps: i64) (strikes: [n]f64): [n]f64 =
  map (\k -> price paths steps 100 k 0.05 0.2 1) strikes
-- ==
-- entry: put
-- input { 500i64 6i64 95.0 100.0 }
-- output { 9.844237014680411 }
-- ==
-- entry: book
-- input { 300i64 5i64 [90.0, 100.0, 110.0] }
-- output { [2.655053748322087, 6.878789659955234, 12.943980793634591] }
-- ==
-- structure cuda { kernel:block 2 }
