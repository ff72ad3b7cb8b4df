-- A portfolio of options: what it is worth, how it moves with the market, and what it may lose in a week.
--
-- Every option has a closed price (Black and Scholes). The risk does not: the whole portfolio is priced
-- again in thousands of random markets, all of them and all options in parallel.
type option = {strike: f32, years: f32, volatility: f32, amount: f32, is_call: bool}

-- Numbers that look random, in [0, 1), from a position.
def noise (seed: u32) (i: i64) : f32 =
  let x = (u32.i64 i + seed) * 0x9E3779B9
  let x = (x ^ (x >> 16)) * 0x85EBCA6B
  let x = (x ^ (x >> 13)) * 0xC2B2AE35
  in f32.u32 ((x ^ (x >> 16)) >> 8) / 16777216

-- One of mean 0 and deviation 1 (Box and Muller).
def normal (i: i64) : f32 =
  f32.sqrt (-2 * f32.log (noise 1 i + 1e-7)) * f32.cos (2 * f32.pi * noise 2 i)

-- The normal distribution function, to seven digits.
def cumulative (x: f32) : f32 =
  let k = 1 / (1 + 0.2316419 * f32.abs x)
  let w = ((((1.330274429 * k - 1.821255978) * k + 1.781477937) * k - 0.356563782) * k + 0.319381530) * k
  let tail = 0.39894228 * f32.exp (-0.5 * x * x) * w
  in if x < 0 then tail else 1 - tail

def rate : f32 = 0.03

-- The price of an option, and how it changes with the price of the share.
def price (spot: f32) (shift: f32) (o: option) : (f32, f32) =
  let volatility = o.volatility + shift
  let deviation = volatility * f32.sqrt o.years
  let d1 = (f32.log (spot / o.strike) + (rate + 0.5 * volatility * volatility) * o.years) / deviation
  let now = o.strike * f32.exp (-rate * o.years)
  let call = spot * cumulative d1 - now * cumulative (d1 - deviation)
  in if o.is_call then (call, cumulative d1) else (call - spot + now, cumulative d1 - 1)

def portfolio (n: i64) : [n]option =
  tabulate n (\i -> {strike = 70 + 60 * noise 3 i, years = 0.1 + 2 * noise 4 i, volatility = 0.1 + 0.3 * noise 5 i,
                     amount = 200 * noise 6 i - 100, is_call = noise 7 i < 0.5})

def worth [n] (options: [n]option) (spot: f32) (shift: f32) : f32 =
  f32.sum (map (\o -> o.amount * (price spot shift o).0) options)

-- Of n options on a share at 100: their worth, their delta, the mean result of `markets` random weeks, what is lost in
-- one week of 20 and in one of 100, and how many weeks end in each of 41 ranges from -span to span.
entry main (n: i64) (markets: i64) (span: f32) : (f32, f32, f32, f32, f32, [41]i64) =
  let options = portfolio n
  let value = worth options 100 0
  let delta = f32.sum (map (\o -> o.amount * (price 100 0 o).1) options)
  let results =
    tabulate markets (\i ->
      worth options (100 * f32.exp (0.03 * normal i)) (0.02 * (noise 8 i - 0.5)) - value)
  let fine = 4096
  let class (classes: i64) (x: f32) =
    i64.max 0 (i64.min (classes - 1) (i64.f32 (f32.floor ((x / span + 1) / 2 * f32.i64 classes))))
  let count (classes: i64) = hist (+) 0 classes (map (class classes) results) (replicate markets 1)
  let below = scan (+) 0 (count fine)
  -- The result that this part of all weeks does not reach.
  let quantile (part: f32) =
    let k = i64.sum (map (\c -> i64.bool (f32.i64 c < part * f32.i64 markets)) below)
    in (f32.i64 k / f32.i64 fine * 2 - 1) * span
  in (value, delta, f32.sum results / f32.i64 markets, -(quantile 0.05), -(quantile 0.01), count 41)
-- ==
-- nobench input { 10i64 50i64 500f32 }
-- "1000 options in 20000 markets" notest input { 1000i64 20000i64 4000f32 }
