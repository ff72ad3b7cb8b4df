-- An ensemble of epidemics: S, I and R in age groups that mix by a matrix, Runge and Kutta's fourth order, parameters
-- drawn for each member; peaks, mean curves, and the quantiles of each day over all members.

def hash (x: u32): u32 =
  let x = (x ^ (x >> 16)) * 0x7feb352d
  let x = (x ^ (x >> 15)) * 0x846ca68b
  in x ^ (x >> 16)
def uniform (seed: i64) (k: i64): f64 = f64.u32 (hash (u32.i64 (seed * 17 + k))) / 4294967296

def rates [g] (mixing: [g][g]f64) (beta: f64) (gamma: f64) (s: [g]f64, i: [g]f64): ([g]f64, [g]f64) =
  let force = map (\row -> beta * f64.sum (map2 (*) row i)) mixing
  in (map2 (\s f -> -s * f) s force, map3 (\s i f -> s * f - gamma * i) s i force)

def along [g] (h: f64) (s: [g]f64, i: [g]f64) (ds: [g]f64, di: [g]f64): ([g]f64, [g]f64) =
  (map2 (\x d -> x + h * d) s ds, map2 (\x d -> x + h * d) i di)

def step [g] (mixing: [g][g]f64) (beta: f64) (gamma: f64) (h: f64) (y: ([g]f64, [g]f64)): ([g]f64, [g]f64) =
  let f = rates mixing beta gamma
  let k1 = f y
  let k2 = f (along (h / 2) y k1)
  let k3 = f (along (h / 2) y k2)
  let k4 = f (along h y k3)
  let mean a b c d = map4 (\a b c d -> (a + 2 * b + 2 * c + d) / 6) a b c d
  in along h y (mean k1.0 k2.0 k3.0 k4.0, mean k1.1 k2.1 k3.1 k4.1)

def curve [g] (days: i64) (mixing: [g][g]f64) (beta: f64) (gamma: f64): [days]f64 =
  let (curve, _, _) =
    loop (curve, s, i) = (replicate days 0, replicate g 0.99, replicate g 0.01) for d < days do
      let (s, i) = step mixing beta gamma 1 (s, i)
      in (curve with [d] = f64.sum i / f64.i64 g, s, i)
  in curve

def members [g] (n: i64) (days: i64) (mixing: [g][g]f64): [n][days]f64 =
  tabulate n (\k -> curve days mixing (0.2 + 0.3 * uniform k 0) (0.05 + 0.1 * uniform k 1))

entry peaks [g] (n: i64) (days: i64) (mixing: [g][g]f64): ([n]f64, [n]i64) =
  unzip (map (\c -> reduce_comm (\(x, i) (y, j) -> if x > y || (x == y && i < j) then (x, i) else (y, j)) (-1, i64.highest)
                                (zip c (iota days))) (members n days mixing))

-- The member whose rank among all is this share, for each day.
entry quantile [g] (n: i64) (days: i64) (q: f64) (mixing: [g][g]f64): [days]f64 =
  let at = i64.f64 (q * f64.i64 (n - 1))
  in map (\day -> let rank x k = i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < k))) day (iota n))
                  in f64.sum (map2 (\x k -> if rank x k == at then x else 0) day (iota n)))
         (transpose (members n days mixing))

entry mean [g] (n: i64) (days: i64) (mixing: [g][g]f64): [days]f64 =
  map (\day -> f64.sum day / f64.i64 n) (transpose (members n days mixing))
-- ==
-- entry: peaks
-- input { 3i64 40i64 [[1.0, 0.5], [0.5, 1.0]] }
-- output { [0.338373086073352, 0.618557542918884, 0.515012396798525] [25i64, 17i64, 12i64] }
-- ==
-- entry: quantile
-- input { 5i64 6i64 0.5 [[1.0, 0.5], [0.5, 1.0]] }
-- output { [0.014557142792697, 0.021133125966892, 0.030559059716852, 0.04394108219344, 0.062682253365549, 0.088431237364559] }
-- ==
-- entry: mean
-- input { 5i64 6i64 [[1.0, 0.5], [0.5, 1.0]] }
-- output { [0.013954351453655, 0.019602801234276, 0.027657846918774, 0.039058606984366, 0.054941472202317, 0.076479177000177] }
-- ==
-- structure cuda { kernel:block 1 }
