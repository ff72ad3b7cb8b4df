-- The Haar wavelet transform and its inverse, with sizes that halve.
-- ==
-- entry: forward
-- input { [4.0f64, 2.0f64, 5.0f64, 5.0f64] }
-- output { [4.0f64, -1.0f64, 1.0f64, 0.0f64] }

-- ==
-- entry: inverse
-- input { [4.0f64, -1.0f64, 1.0f64, 0.0f64] }
-- output { [4.0f64, 2.0f64, 5.0f64, 5.0f64] }

def step [n] (xs: [n]f64): ([n / 2]f64, [n / 2]f64) =
  let pair i = (xs[2 * i], xs[2 * i + 1])
  let low = map (\i -> let (a, b) = pair i in (a + b) / 2) (iota (n / 2))
  let high = map (\i -> let (a, b) = pair i in (a - b) / 2) (iota (n / 2))
  in (low, high)

entry forward [n] (xs: [n]f64): [n]f64 =
  let (_, out) =
    loop (low, out) = (xs, replicate n 0) while length low > 1 do
      let (low, high) = step low
      let m = length high
      in (low, out with [m:2 * m] = high)
  let mean = f64.sum xs / f64.i64 n
  in out with [0] = mean

entry inverse [n] (ws: [n]f64): [n]f64 =
  let start = ws[:1]
  let final =
    loop low = start while length low < n do
      let [m] (low: [m]f64) = low
      let high = ws[m:2 * m] :> [m]f64
      in flatten (map2 (\l h -> [l + h, l - h]) low high)
  in final :> [n]f64
