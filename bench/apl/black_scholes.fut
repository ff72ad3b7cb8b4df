-- Prices of European call options by the formula of Black and Scholes.
def pdf (x: f64) = f64.exp (-0.5 * x ** 2) / f64.sqrt (2 * f64.pi)
def cdf (x: f64): f64 =
  let l = f64.abs x
  let k = 1 / (1 + 0.2316419 * l)
  let w = 1 - pdf l * (0.31938153 * k - 0.356563782 * k ** 2 + 1.781477937 * k ** 3 - 1.821255978 * k ** 4 + 1.330274429 * k ** 5)
  let b = f64.bool (x < 0)
  in b * (1 - w) + (1 - b) * w
def price (days: f64): f64 =
  let (s, x, r, v) = (60, 65, 0.1, 0.2)
  let t = days / 365
  let vs = v * f64.sqrt t
  let d1 = (f64.log (s / x) + (r + 0.5 * v ** 2) * t) / vs
  in s * cdf d1 - x * f64.exp (-r * t) * cdf (d1 - vs)
entry run (n: i64): f64 = f64.sum (map (\i -> price (f64.i64 (1 + (i + 1) % 1000))) (iota n)) / f64.i64 n
-- ==
-- entry: run
-- nobench input { 1000i64 } output { 7.0660211317492 }
