-- Options on zero-coupon bonds in trinomial trees of short rates. Every option has its own number of steps and its own
-- width, so that a batch is irregular; the second version packs the trees into one array with segments.

type option = {strike: f64, maturity: f64, length: f64, rate: f64, volatility: f64, steps_per_year: i64, expiry: i64, kind: i8}

def year: f64 = 365

-- A yield curve by linear interpolation in the days.
def curve: [](f64, f64) = [(0.0501772, 3), (0.0509389, 367), (0.0579733, 731), (0.0630595, 1096), (0.0673464, 1461),
                           (0.0694816, 1826), (0.0708807, 2194), (0.0727527, 2558), (0.0730852, 2922), (0.0739790, 3287), (0.0749015, 3653)]

def yield_at (t: f64): f64 =
  let days = f64.round (t * year)
  let n = length curve
  in if days <= curve[0].1 then curve[0].0
     else if days >= curve[n - 1].1 then curve[n - 1].0
     else let i = loop i = 1 while curve[i].1 < days do i + 1
          let (y0, d0) = curve[i - 1]
          let (y1, d1) = curve[i]
          in y0 + (y1 - y0) * (days - d0) / (d1 - d0)

type tree = {width: i64, jmax: i64, height: i64, dt: f64, dr: f64, m: f64, a: f64, sigma: f64}

def shape_of (o: option): tree =
  let dt = year / f64.i64 o.steps_per_year / year
  let m = f64.exp (-o.rate * dt) - 1
  let dr = f64.sqrt (1 - f64.exp (-2 * o.rate * dt)) * f64.sqrt (o.volatility * o.volatility / (2 * o.rate)) * f64.sqrt 3
  let jmax = i64.f64 (-0.184 / m) + 1
  in {width = 2 * jmax + 1, jmax, height = i64.f64 (o.length * f64.i64 o.steps_per_year), dt, dr, m, a = o.rate, sigma = o.volatility}

-- Probabilities of going up, staying in the middle and going down; at the border the branches bend inwards.
def probabilities (t: tree) (j: i64): (f64, f64, f64) =
  let x = f64.i64 j * t.m
  in if j == t.jmax then (7 / 6 + (x * x + 3 * x) / 2, -1 / 3 - x * x - 2 * x, 1 / 6 + (x * x + x) / 2)
     else if j == -t.jmax then (1 / 6 + (x * x - x) / 2, -1 / 3 - x * x + 2 * x, 7 / 6 + (x * x - 3 * x) / 2)
     else (1 / 6 + (x * x + x) / 2, 2 / 3 - x * x, 1 / 6 + (x * x - x) / 2)

-- What node j gets from the nodes of the step before, by the same probabilities.
def forward_value (t: tree) (q: i64 -> f64) (alpha: f64) (j: i64) (imax: i64): f64 =
  let disc k = q k * f64.exp (-(alpha + f64.i64 k * t.dr) * t.dt)
  let from k = if k < -imax || k > imax then 0
               else let (pu, pm, pd) = probabilities t k
                    let target_mid = if k == t.jmax then k - 1 else if k == -t.jmax then k + 1 else k
                    let p = if j == target_mid + 1 then pu else if j == target_mid then pm else if j == target_mid - 1 then pd else 0
                    in p * disc k
  in from (j - 2) + from (j - 1) + from j + from (j + 1) + from (j + 2)

def alphas (t: tree): [t.height + 1]f64 =
  let start = replicate (t.height + 1) 0 with [0] = yield_at t.dt
  let q0 = map (\j -> f64.bool (j == t.jmax)) (iota t.width)
  let (out, _) =
    loop (out, q) = (start, q0) for i < t.height do
      let imax = i64.min (i + 1) t.jmax
      let before = i64.min i t.jmax
      let q = map (\w -> let j = w - t.jmax
                         in if i64.abs j > imax then 0
                            else forward_value t (\k -> q[k + t.jmax]) out[i] j before) (iota t.width)
      let sum = f64.sum (map2 (\w x -> if i64.abs (w - t.jmax) > imax then 0
                                       else x * f64.exp (-(f64.i64 (w - t.jmax) * t.dr) * t.dt)) (iota t.width) q)
      let price = f64.exp (-(yield_at (f64.i64 (i + 2) * t.dt)) * f64.i64 (i + 2) * t.dt)
      in (out with [i + 1] = f64.log (sum / price) / t.dt, q)
  in out

def value (o: option): f64 =
  let t = shape_of o
  let as = alphas t
  let last_step = t.height
  let expiry_step = i64.min last_step o.expiry
  let bond = replicate t.width 1.0
  let exercise (x: f64): f64 = if o.kind == 0 then f64.max 0 (x - o.strike) else f64.max 0 (o.strike - x)
  let result =
    loop v = bond for step in last_step - 1..last_step - 2...0 do
      let imax = i64.min step t.jmax
      let next = map (\w ->
          let j = w - t.jmax
          in if i64.abs j > imax then 0
             else let (pu, pm, pd) = probabilities t j
                  let mid = if j == t.jmax then w - 1 else if j == -t.jmax then w + 1 else w
                  let disc = f64.exp (-(as[step] + f64.i64 j * t.dr) * t.dt)
                  in disc * (pu * v[mid + 1] + pm * v[mid] + pd * v[mid - 1])) (iota t.width)
      in if step == expiry_step then map exercise next else next
  in result[t.jmax]

-- A level of all trees at once: segments of the widths of those that still have a level to do.
def values_packed [n] (os: [n]option): [n]f64 =
  let ts = map shape_of os
  let widths = map (.width) ts
  let ends = scan (+) 0 widths
  let starts = map2 (-) ends widths
  let total = if n == 0 then 0 else last ends
  let owner = scan i64.max 0 (scatter (replicate total 0) (map2 (\s w -> if w > 0 then s else -1) starts widths) (iota n))
  let tallest = i64.maximum (map (.height) ts)
  let stride = tallest + 1
  let padded = map (\t -> let a = alphas t in tabulate stride (\i -> if i <= t.height then a[i] else 0)) ts
  let v0 = replicate total 1.0
  let v = loop v = v0 for back < tallest do
    map2 (\i k ->
      let (o, t) = (os[k], ts[k])
      let step = t.height - 1 - back
      in if step < 0 then v[i]
         else let w = i - starts[k]
              let j = w - t.jmax
              let imax = i64.min step t.jmax
              let x = if i64.abs j > imax then 0
                      else let (pu, pm, pd) = probabilities t j
                           let mid = if j == t.jmax then i - 1 else if j == -t.jmax then i + 1 else i
                           let disc = f64.exp (-(padded[k, step] + f64.i64 j * t.dr) * t.dt)
                           in disc * (pu * v[mid + 1] + pm * v[mid] + pd * v[mid - 1])
              in if step == i64.min t.height o.expiry
                 then (if o.kind == 0 then f64.max 0 (x - o.strike) else f64.max 0 (o.strike - x))
                 else x) (iota total) owner
  in map2 (\s t -> v[s + t.jmax]) starts ts

def make (i: i64): option =
  {strike = 0.6 + 0.05 * f64.i64 (i % 5), maturity = 3, length = 1 + f64.i64 (i % 4), rate = 0.1 + 0.02 * f64.i64 (i % 3),
   volatility = 0.01 + 0.002 * f64.i64 (i % 2), steps_per_year = 4 + i % 7, expiry = 2 + i % 3, kind = i8.i64 (i % 2)}

entry batch (n: i64): [n]f64 = map (make >-> value) (iota n)
entry packed (n: i64): [n]f64 = values_packed (map make (iota n))
entry agree (n: i64): f64 = f64.maximum (map2 (\a b -> f64.abs (a - b)) (batch n) (packed n))

-- ==
-- entry: batch
-- input { 0i64 } output { empty([0]f64) }
-- input { 7i64 }
-- output { [0.3653161868562922f64, 0.0f64, 0.15092868787928607f64, 0.0003159972623068934f64, 0.16533568166017454f64, 0.0f64, 0.18418262616800202f64] }

-- ==
-- entry: packed
-- input { 6i64 }
-- output { [0.3653161868562922f64, 0.0f64, 0.15092868787928607f64, 0.0003159972623068934f64, 0.16533568166017454f64, 0.0f64] }

-- ==
-- entry: agree
-- input { 5i64 } output { 0.0f64 }
