-- Prices of options: Sobol numbers with a Brownian bridge as a parametric module, payoffs as modules, an American
-- put by regression over paths, trees of varying depth, and implied volatilities by Newton's method.

module type payoff = {
  type contract
  val steps : i64
  val value : contract -> [steps]f64 -> f64
}

def inverse_normal (p: f64): f64 =
  let central q =
    let r = q * q
    in q * (((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.3577518672690) * r - 30.66479806614716) * r + 2.506628277459239)
       / (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r - 13.28068155288572) * r + 1)
  let tail q =
    (((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q + 4.374664141464968) * q + 2.938163982698783)
    / ((((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1)
  in if p < 0.02425 then tail (f64.sqrt (-2 * f64.log p))
     else if p > 1 - 0.02425 then -(tail (f64.sqrt (-2 * f64.log (1 - p))))
     else central (p - 0.5)

module sobol (D: {val dims: i64 val polynomials: [dims]u32 val starts: [dims][3]u32}) = {
  -- Direction numbers of dimension d by its polynomial; dimension 0 is van der Corput's.
  def directions (d: i64): [32]u32 =
    if d == 0 then map (\i -> 1u32 << u32.i64 (31 - i)) (iota 32)
    else let p = D.polynomials[d]
         let s = 31 - i64.i32 (u32.clz p)
         let first = map (\i -> if i < s then D.starts[d, i] << u32.i64 (31 - i) else 0) (iota 32)
         in loop v = first for i in s..<32 do
              let from = v[i - s] ^ (v[i - s] >> u32.i64 s)
              let x = loop x = from for k in 1..<s do
                        if (p >> u32.i64 (s - k)) & 1 == 1 then x ^ v[i - k] else x
              in v with [i] = x
  def table: [D.dims][32]u32 = map directions (iota D.dims)
  def point (n: i64): [D.dims]f64 =
    let grey = u32.i64 (n ^ (n >> 1))
    in map (\row -> let bits = map2 (\v b -> if (grey >> u32.i64 b) & 1 == 1 then v else 0) row (iota 32)
                    in f64.u32 (reduce (^) 0 bits) / 4294967296) table
}

module monte_carlo (P: payoff) (S: {val point: (n: i64) -> i64 -> [n]f64}) = {
  -- Brownian bridge over equal steps: the end first, then middles.
  def bridge (z: [P.steps]f64): [P.steps]f64 =
    let n = P.steps
    let w = replicate (n + 1) 0f64
    let w[n] = z[0]
    let (w, _, _) =
      loop (w, used, gap) = (w, 1, n) while gap > 1 do
        let half = gap / 2
        let count = n / gap
        let w = loop w for k < count do
                  let (l, r) = (k * gap, (k + 1) * gap)
                  in w with [l + half] = (w[l] + w[r]) / 2 + f64.sqrt (f64.i64 gap / f64.i64 n) / 2 * z[used + k]
        in (w, used + count, half)
    in tail w :> [P.steps]f64

  def price (paths: i64) (s0: f64) (rate: f64) (vol: f64) (t: f64) (c: P.contract): f64 =
    let dt = t / f64.i64 P.steps
    let drift = (rate - vol * vol / 2) * dt
    let path i =
      let w = bridge (map inverse_normal (S.point P.steps (i + 1)))
      in map2 (\w k -> s0 * f64.exp (drift * f64.i64 (k + 1) + vol * f64.sqrt t * w)) w (iota P.steps)
    let total = f64.sum (map (path >-> P.value c) (iota paths))
    in f64.exp (-rate * t) * total / f64.i64 paths
}

module four = sobol {def dims = 4i64 def polynomials = [0u32, 3, 7, 11] :> [dims]u32 def starts = [[0u32, 0, 0], [1, 0, 0], [1, 3, 0], [1, 3, 1]] :> [dims][3]u32}
module sequence = {def point (n: i64) (i: i64) = four.point i :> [n]f64}
module european = monte_carlo {type contract = f64 def steps = 4i64 def value (k: f64) (p: [steps]f64) = f64.max 0 (last p - k)} sequence
module asian = monte_carlo {type contract = f64 def steps = 4i64 def value (k: f64) (p: [steps]f64) = f64.max 0 (f64.sum p / 4 - k)} sequence
module barrier = monte_carlo {
  type contract = {strike: f64, barrier: f64, rebate: f64}
  def steps = 4i64
  def value (c: contract) (p: [steps]f64) = if any (> c.barrier) p then c.rebate else f64.max 0 (last p - c.strike)
} sequence

entry points (n: i64): [n][4]f64 = map (sequence.point 4) (iota n)
entry prices (paths: i64): [3]f64 =
  [european.price paths 100 0.03 0.2 1 105, asian.price paths 100 0.03 0.2 1 100,
   barrier.price paths 100 0.03 0.2 1 {strike = 95, barrier = 130, rebate = 1}]

-- American puts by trees; each option has its own number of steps.
entry american [n] (strikes: [n]f64) (steps: [n]i64): [n]f64 =
  let one k n =
    let (s0, r, vol, t) = (100f64, 0.05f64, 0.3f64, 1f64)
    let dt = t / f64.i64 n
    let u = f64.exp (vol * f64.sqrt dt)
    let q = (f64.exp (r * dt) - 1 / u) / (u - 1 / u)
    let disc = f64.exp (-r * dt)
    let exercise i j = f64.max 0 (k - s0 * u ** f64.i64 (2 * j - i))
    let last = tabulate (n + 1) (exercise n)
    in (loop v = last for i in (n - 1)..(n - 2)...0 do
          map (\j -> if j > i then 0 else f64.max (exercise i j) (disc * (q * v[j + 1] + (1 - q) * v[j]))) (iota (n + 1)))[0]
  in map2 one strikes steps

def cdf (x: f64): f64 = 0.5 * f64.erfc (-x / f64.sqrt 2)
def black_scholes (s: f64) (k: f64) (r: f64) (t: f64) (vol: f64): (f64, f64) =
  let d1 = (f64.log (s / k) + (r + vol * vol / 2) * t) / (vol * f64.sqrt t)
  let d2 = d1 - vol * f64.sqrt t
  in (s * cdf d1 - k * f64.exp (-r * t) * cdf d2, s * f64.sqrt t * f64.exp (-d1 * d1 / 2) / f64.sqrt (2 * f64.pi))
entry implied [n] (strikes: [n]f64) (quotes: [n]f64): [n](f64, i32) =
  map2 (\k quote ->
    loop (vol, steps) = (0.3, 0) while steps < 50 && f64.abs ((black_scholes 100 k 0.02 1 vol).0 - quote) > 1e-10 do
      let (price, vega) = black_scholes 100 k 0.02 1 vol
      in (f64.max 0.001 (vol - (price - quote) / f64.max 1e-8 vega), steps + 1)) strikes quotes

-- ==
-- entry: points
-- input { 5i64 }
-- output { [[0f64, 0f64, 0f64, 0f64], [0.5f64, 0.5f64, 0.5f64, 0.5f64], [0.75f64, 0.25f64, 0.25f64, 0.25f64], [0.25f64, 0.75f64, 0.75f64, 0.75f64], [0.375f64, 0.375f64, 0.625f64, 0.875f64]] }
-- input { 1i64 }
-- output { [[0f64, 0f64, 0f64, 0f64]] }

-- ==
-- entry: prices
-- input { 64i64 }
-- output { [6.5810972574976f64, 5.6738624139617f64, 7.0182348320139f64] }
-- input { 500i64 }
-- output { [7.0609958890017f64, 6.2728843035443f64, 6.8959974513879f64] }

-- ==
-- entry: american
-- input { [80f64, 95f64, 100f64, 110f64, 130f64] [1i64, 7i64, 20i64, 50i64, 33i64] }
-- output { [2.7599358553283f64, 7.8103532216688f64, 9.7979697466913f64, 15.625287703163f64, 30.867519514156f64] }

-- ==
-- entry: implied
-- input { [80f64, 100f64, 120f64] [30.390597f64, 8.916037f64, 7.880849f64] }
-- output { [0.50000000531984f64, 0.19999999287616f64, 0.35000001146259f64] [4i32, 3i32, 3i32] }
