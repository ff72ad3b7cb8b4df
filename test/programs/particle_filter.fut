-- A particle filter: propagate, weigh, normalise, resample by the cumulative distribution (after Rodinia's particlefilter).
def lcg (s: i32) : i32 = i32.i64 ((1103515245 * i64.i32 s + 12345) % 2147483647)
def uniform (s: i32) : (i32, f64) = let s = lcg s in (s, f64.abs (f64.i32 s / 2147483647))
def gauss (s: i32) : (i32, f64) =
  let (s, u) = uniform s
  let (s, v) = uniform s
  in (s, f64.sqrt (-2 * f64.log (u + 1e-9)) * f64.cos (2 * f64.pi * v))

entry main [frames] (n: i64) (observations: [frames](f64)) : [frames]f64 =
  let seeds = map (\i -> i32.i64 (i * 31 + 7)) (iota n)
  let xs = replicate n 0f64
  let (estimates, _, _) =
    loop (estimates, xs, seeds) = (replicate frames 0, xs, seeds) for t < frames do
      let (seeds, noise) = unzip (map gauss seeds)
      let xs = map2 (\x e -> x + 1 + 0.5 * e) xs noise
      let likelihoods = map (\x -> f64.exp (-0.5 * (x - observations[t]) ** 2)) xs
      let total = f64.sum likelihoods
      let weights = map (/ total) likelihoods
      let estimate = f64.sum (map2 (*) weights xs)
      let cdf = scan (+) 0 weights
      let u0 = 0.5 / f64.i64 n
      let picks = map (\j -> let u = u0 + f64.i64 j / f64.i64 n
                             let (lo, _) = loop (lo, hi) = (0i64, n - 1) while lo < hi do
                               let mid = (lo + hi) / 2
                               in if cdf[mid] >= u then (lo, mid) else (mid + 1, hi)
                             in lo) (iota n)
      let xs' = map (\i -> xs[i]) picks
      in (estimates with [t] = estimate, xs', seeds)
  in estimates

-- ==
-- entry: main
-- input { 20i64
--   [1.2f64, 1.9f64, 3.3f64, 4.1f64] }
-- output { [1.022183361424f64, 1.9457993819747f64, 3.1506906121177f64, 4.1731328765321f64] }
