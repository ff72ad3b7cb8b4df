-- A European call by a binomial tree, many options at once.
-- ==
-- entry: main
-- input { [100.0f64, 90.0f64, 120.0f64] [100.0f64, 110.0f64, 100.0f64] 16i64 }
-- output { [11.742857808239847f64, 3.8425941004008997f64, 26.98244329521068f64] }
-- input { [100.0f64] [100.0f64] 1i64 }
-- output { [14.118582554045163f64] }

type option = {spot: f64, strike: f64, rate: f64, volatility: f64, years: f64}

def price (steps: i64) (o: option): f64 =
  let dt = o.years / f64.i64 steps
  let up = f64.exp (o.volatility * f64.sqrt dt)
  let down = 1 / up
  let q = (f64.exp (o.rate * dt) - down) / (up - down)
  let discount = f64.exp (-o.rate * dt)
  let leaf i = f64.max 0 (o.spot * up ** f64.i64 (steps - i) * down ** f64.i64 i - o.strike)
  let values = tabulate (steps + 1) leaf
  let final =
    loop values = values for _j < steps do
      let shifted = rotate 1 values
      in map2 (\a b -> discount * (q * a + (1 - q) * b)) values shifted
  in final[0]

entry main [n] (spots: [n]f64) (strikes: [n]f64) (steps: i64): [n]f64 =
  map2 (\spot strike -> price steps {spot, strike, rate = 0.03, volatility = 0.2, years = 1.5})
       spots strikes
