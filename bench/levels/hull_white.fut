-- Hull and White's trinomial tree: calls on zero bonds, each on a tree of a width and a number of
-- levels of its own. Forward, the prices of the states of a level, and from them the shift of the
-- rate with which the tree says of the next bond what the curve says; backward, the bond and the
-- call. A call of strike 0 costs what the bond does.

module trees (R: real) = {
  type t = R.t
  type call = {half: i64, levels: i64, years: t, strike: t}

  def num = R.f64

  -- What a bond costs: Hull's example of a curve.
  def bond (years: t) : t =
    let yield = num 0.08 R.- num 0.05 R.* R.exp (num (-0.18) R.* years)
    in R.exp (R.neg yield R.* years)

  -- The state in the middle of the three that state j goes to.
  def middle (half: i64) (j: i64) : i64 = i64.max (1 - half) (i64.min (half - 1) j)

  -- How likely state j goes to the one above the middle, to the middle, and to the one below it.
  def chances (half: i64) (j: i64) : (t, t, t) =
    let m = num 0.184 R.* R.i64 j R./ R.i64 half
    let k = R.i64 (j - middle half j)
    let up = num (1 / 6) R.+ (m R.* m R.- m) R./ num 2 R.+ k R.* (k R./ num 2 R.+ num 0.5 R.- m)
    let down = num (1 / 6) R.+ (m R.* m R.+ m) R./ num 2 R.+ k R.* (k R./ num 2 R.- num 0.5 R.- m)
    in (up, num 1 R.- up R.- down, down)

  def price ({half, levels, years, strike}: call) : t =
    let width = 2 * half + 1
    let dt = years R./ R.i64 levels
    let dr = num 0.01 R.* R.sqrt (num 3 R.* dt)
    let over rate = R.exp (R.neg rate R.* dt)
    let first = R.neg (R.log (bond dt)) R./ dt
    -- What state s gives to state j.
    let flow (states: [width]t) s j =
      if s < 0 - half || s > half then num 0
      else let (up, straight, down) = chances half s
           let to = j - middle half s
           in states[s + half]
              R.* (if to == 1 then up else if to == 0 then straight else if to == -1 then down else num 0)
    -- Prices of states, with what they get for the distance of their rate.
    let states = map (\k -> if k == half then num 1 else num 0) (iota width)
    let (_, shifts, _) =
      loop (states, shifts, shift) = (states, replicate levels first, first) for i < levels - 1 do
        let states =
          map (\k ->
            let j = k - half
            let near = flow states (j - 1) j R.+ flow states j j R.+ flow states (j + 1) j
            let far = flow states (j - 2) j R.+ flow states (j + 2) j
            in (near R.+ far) R.* over (shift R.+ R.i64 j R.* dr)) (iota width)
        let total = R.sum states
        let shift = (R.log total R.- R.log (bond (R.i64 (i + 2) R.* dt))) R./ dt
        let shifts[i + 1] = shift
        in (states, shifts, shift)
    let expiry = levels / 2
    let values =
      loop values = replicate width (num 1) for k < levels do
        let i = levels - 1 - k
        let shift = shifts[i]
        in map (\k ->
             let j = k - half
             let at = middle half j + half
             let (up, straight, down) = chances half j
             let next = up R.* values[at + 1] R.+ straight R.* values[at] R.+ down R.* values[at - 1]
             let value = next R.* over (shift R.+ R.i64 j R.* dr)
             in if i == expiry then R.max (num 0) (value R.- strike) else value) (iota width)
    in values[half]

  -- Numbers from 0 to 1.
  def uniform (seed: i64) : f64 =
    let x = u64.i64 seed * 0x9E3779B97F4A7C15
    let x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
    let x = (x ^ (x >> 27)) * 0x94D049BB133111EB
    in f64.u64 ((x ^ (x >> 31)) >> 11) / 9007199254740992

  def years_of i = num (1 + 9 * uniform (4 * i + 3))
  def strike_of i = num (uniform (4 * i + 4))

  def unequal (i: i64) : call =
    let u = uniform (4 * i + 1)
    let v = uniform (4 * i + 2)
    in {half = 5 + i64.f64 (246 * u * u * u * u), levels = 50 + i64.f64 (1951 * v * v * v * v),
        years = years_of i, strike = strike_of i}

  def equal (i: i64) : call = {half = 50, levels = 500, years = years_of i, strike = strike_of i}
}

module single = trees f32
module double = trees f64

-- ==
-- entry: unequal_f32 unequal_f64
-- notest input { 10000i64 }
-- notest input { 100000i64 }
entry unequal_f32 (n: i64) = map (\i -> single.price (single.unequal i)) (iota n)
entry unequal_f64 (n: i64) = map (\i -> double.price (double.unequal i)) (iota n)

-- ==
-- entry: equal_f32 equal_f64
-- notest input { 10000i64 }
entry equal_f32 (n: i64) = map (\i -> single.price (single.equal i)) (iota n)
entry equal_f64 (n: i64) = map (\i -> double.price (double.equal i)) (iota n)

-- Do calls of strike 0 cost what their bonds do?
-- ==
-- entry: error
-- nobench input { 0i64 } output { true }
-- nobench input { 100i64 } output { true }
entry error (n: i64) : bool =
  let off i = let call = double.unequal i
              in f64.abs (double.price (call with strike = 0) - double.bond call.years)
  in f64.sum (map off (iota n)) < 1e-9
