-- Option prices with the polynomial approximation of the normal distribution.
-- ==
-- input { [true, false, true, false] [100.0f64, 100.0f64, 60.0f64, 42.0f64] [95.0f64, 95.0f64, 65.0f64, 40.0f64] [1.0f64, 1.0f64, 0.25f64, 0.5f64] }
-- output { [18.387061343683847f64, 6.083114250414241f64, 2.1333684449162043f64, 1.9047787088442032f64] }

def horner (x: f64) : f64 =
  let (c1, c2, c3, c4, c5) = (0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429)
  in x * (c1 + x * (c2 + x * (c3 + x * (c4 + x * c5))))

def cnd0 (d: f64) : f64 =
  let k = 1 / (1 + 0.2316419 * f64.abs d)
  let p = horner k
  let rsqrt2pi = 0.39894228040143267793994605993438
  in rsqrt2pi * f64.exp (-0.5 * d * d) * p

def cnd (d: f64) : f64 =
  let c = cnd0 d
  in if 0 < d then 1 - c else c

def price (is_call: bool, s: f64, k: f64, t: f64) : f64 =
  let r = 0.08
  let v = 0.30
  let v_sqrt_t = v * f64.sqrt t
  let d1 = (f64.log (s / k) + (r + 0.5 * v * v) * t) / v_sqrt_t
  let d2 = d1 - v_sqrt_t
  let exp_rt = f64.exp (-r * t)
  in if is_call
     then s * cnd d1 - k * exp_rt * cnd d2
     else k * exp_rt * (1 - cnd d2) - s * (1 - cnd d1)

entry main [n] (calls: [n]bool) (ss: [n]f64) (ks: [n]f64) (ts: [n]f64) : [n]f64 =
  map price (zip4 calls ss ks ts)
