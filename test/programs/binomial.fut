-- American put options on binomial trees: backward induction over a shrinking level, and over a fixed array.
entry main [n] (steps: i64) (spots: [n]f64) (strikes: [n]f64) (r: f64) (sigma: f64) (t: f64) : [n]f64 =
  map2 (\s0 k ->
    let dt = t / f64.i64 steps
    let u = f64.exp (sigma * f64.sqrt dt)
    let d = 1 / u
    let q = (f64.exp (r * dt) - d) / (u - d)
    let disc = f64.exp (-r * dt)
    let value (level: i64) (j: i64) = f64.max 0 (k - s0 * u ** f64.i64 (2 * j - level))
    let leaves = map (value steps) (iota (steps + 1))
    let v = loop v = leaves for i < steps do
      let level = steps - 1 - i
      in map (\j -> if j > level then v[j] else
                    f64.max (value level j) (disc * (q * v[j + 1] + (1 - q) * v[j]))) (iota (steps + 1))
    in v[0]) spots strikes

-- The array really shrinks: its size changes in the loop.
entry shrinking (steps: i64) (s0: f64) (k: f64) (r: f64) (sigma: f64) (t: f64) : f64 =
  let dt = t / f64.i64 steps
  let u = f64.exp (sigma * f64.sqrt dt)
  let q = (f64.exp (r * dt) - 1 / u) / (u - 1 / u)
  let disc = f64.exp (-r * dt)
  let leaves = map (\j -> f64.max 0 (k - s0 * u ** f64.i64 (2 * j - steps))) (0...steps)
  let v: []f64 = loop v: []f64 = leaves while length v > 1 do
    let level = length v - 2
    in map3 (\j lo hi -> f64.max (f64.max 0 (k - s0 * u ** f64.i64 (2 * j - level))) (disc * (q * hi + (1 - q) * lo)))
            (iota (level + 1)) (v[:length v - 1] :> [level + 1]f64) (v[1:] :> [level + 1]f64)
  in v[0]

-- ==
-- entry: main
-- input { 20i64
--   [90f64, 100f64, 110f64]
--   [100f64, 100f64, 105f64]
--   0.05f64
--   0.3f64
--   1f64 }
-- output { [14.72417836979f64, 9.7979697466913f64, 8.5912870264864f64] }

-- ==
-- entry: shrinking
-- input { 30i64
--   100f64
--   100f64
--   0.05f64
--   0.3f64
--   1f64 }
-- output { 9.8225762280362f64 }
