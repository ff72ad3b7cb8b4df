-- European calls by the formula of Black and Scholes.
def cumulative (x: f32): f32 =
  let k = 1 / (1 + 0.2316419 * f32.abs x)
  let w = ((((1.330274429 * k - 1.821255978) * k + 1.781477937) * k - 0.356563782) * k + 0.319381530) * k
  let tail = 0.39894228 * f32.exp (-0.5 * x * x) * w
  in if x < 0 then tail else 1 - tail

def call (rate: f32) (volatility: f32) (spot: f32) (strike: f32) (years: f32): f32 =
  let deviation = volatility * f32.sqrt years
  let d1 = (f32.log (spot / strike) + (rate + 0.5 * volatility * volatility) * years) / deviation
  let d2 = d1 - deviation
  in spot * cumulative d1 - strike * f32.exp (-rate * years) * cumulative d2

entry main [n] (spots: [n]f32) (strikes: [n]f32) (years: [n]f32): [n]f32 =
  map3 (call 0.03 0.2) spots strikes years
-- ==
-- input { [100f32] [100f32] [1f32] } output { [9.413403f32] }
