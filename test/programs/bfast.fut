-- Breaks in time series of many pixels: a season-trend model is fitted to the history of each pixel by least squares,
-- values that are missing are left out, and moving sums of the residuals in the monitoring period are compared with a bound.

-- The design matrix: constant, trend, and k pairs of harmonics.
def design (k: i64) (freq: f32) (n: i64): [2 * k + 2][n]f32 =
  let row (i: i64): [n]f32 =
    if i == 0 then replicate n 1
    else if i == 1 then map (\t -> f32.i64 (t + 1)) (iota n)
    else let j = f32.i64 (i / 2)
         let angle t = 2 * f32.pi * j * f32.i64 (t + 1) / freq
         in if i % 2 == 0 then map (angle >-> f32.sin) (iota n) else map (angle >-> f32.cos) (iota n)
  in map row (iota (2 * k + 2))

-- What is not nan comes first, with the places that it had; the rest is filled up.
def filter_padded [n] (dummy: f32) (xs: [n]f32): ([n]f32, [n]i64, i64) =
  let flags = map (\x -> i64.bool (!(f32.isnan x))) xs
  let ends = scan (+) 0 flags
  let count = if n == 0 then 0 else last ends
  let places = map2 (\f e -> if f == 1 then e - 1 else -1) flags ends
  in (scatter (replicate n dummy) places xs,
      scatter (replicate n 0) places (iota n),
      count)

def dotprod_valid [n] (mask: [n]f32) (xs: [n]f32) (ys: [n]f32): f32 =
  reduce (+) 0 (map3 (\m x y -> if f32.isnan m then 0 else x * y) mask xs ys)

def matvec [n][m] (a: [n][m]f32) (v: [m]f32): [n]f32 = map (\row -> f32.sum (map2 (*) row v)) a

-- Gauss-Jordan elimination of the matrix beside the unit matrix, as one flat array.
def invert [n] (a: [n][n]f32): [n][n]f32 =
  let m = 2 * n
  let start = tabulate_2d n m (\i j -> if j < n then a[i, j] else f32.bool (j == n + i))
  let gauss (s: [n * m]f32): [n * m]f32 =
    loop s for i < n do
      let v1 = s[i]
      let step ind =
        let (k, j) = (ind / m, ind % m)
        in if v1 == 0 then s[k * m + j]
           else let x = s[j] / v1
                in if k < n - 1 then s[(k + 1) * m + j] - s[(k + 1) * m + i] * x else x
      in map step (iota (n * m))
  let done = unflatten (gauss (flatten start))
  in done[0:n, n:2 * n] :> [n][n]f32

-- The bound grows with the logarithm of the time since monitoring began.
def log_plus (x: f32): f32 = if x > f32.exp 1 then f32.log x else 1

entry bfast [m][big] (trend: i32) (k: i64) (history: i64) (freq: f32) (hfrac: f32) (lam: f32) (images: [m][big]f32):
    ([m]i32, [m]f32) =
  let k2 = if trend > 0 then 2 * k + 2 else 2 * k + 1
  let whole = design k freq big
  let x = (if trend > 0 then whole else concat whole[0:1] whole[2:]) :> [k2][big]f32
  let xh = x[:, :history]
  let yh = images[:, :history]
  let cov = map (\y -> map (\r -> map (\c -> dotprod_valid y r c) xh) xh) yh
  let covs_inverted = map invert cov
  let rhs = map (\y -> map (\r -> f32.sum (map2 (\a b -> if f32.isnan b then 0 else a * b) r y)) xh) yh
  let betas = map2 matvec covs_inverted rhs
  let predicted = map (\b -> matvec (transpose x) b) betas
  let (residuals, places, counts) =
    unzip3 (map2 (\ps ys -> filter_padded f32.nan (map2 (\p y -> if f32.isnan y then y else y - p) ps ys)) predicted images)
  let (hists, sigmas) =
    unzip (map2 (\y r ->
      let ns = i64.sum (map (\v -> i64.bool (!(f32.isnan v))) y)
      let squares = map (\i -> if i < ns then #[unsafe] r[i] * r[i] else 0) (iota history)
      in (ns, f32.sqrt (f32.sum squares / f32.i64 (ns - k2)))) yh residuals)
  let widths = map (\ns -> i64.f32 (f32.i64 ns * hfrac)) hists
  let hmax = i64.maximum widths
  let starts = map3 (\r ns h ->
                 f32.sum (map (\i -> if i < h then #[unsafe] r[i + ns - h + 1] else 0) (iota hmax)))
               residuals hists widths
  let bounds = map (\t -> lam * f32.sqrt (log_plus (f32.i64 (history + 1 + t) / f32.i64 history))) (iota (big - history))
  let judge (ns, count, h, sigma, start, r: [big]f32, place: [big]i64) =
    let monitored = big - history
    let moved = map (\j -> if j >= count - ns then 0
                           else if j == 0 then start
                           else #[unsafe] r[ns + j] - r[ns - h + j]) (iota monitored)
    let sums = scan (+) 0 moved
    let mo = map (\s -> s / (sigma * f32.sqrt (f32.i64 ns))) sums
    let (_, first) =
      reduce (\(b1, i1) (b2, i2) -> if b1 then (b1, i1) else (b2, i2)) (false, -1i32)
             (map2 (\j x -> if j < count - ns && !(f32.isnan x)
                            then let at = place[ns + j] - history
                                 in (f32.abs x > bounds[at], i32.i64 at)
                            else (false, -1)) (iota monitored) mo)
    let mean = f32.sum (map2 (\j x -> if j < count - ns then x else 0) (iota monitored) mo) / f32.i64 (i64.max 1 (count - ns))
    let found = reduce_comm (||) false (map2 (\j x -> j < count - ns && f32.abs x > bounds[place[ns + j] - history]) (iota monitored) mo)
    in (if found then first else -1, mean)
  let judged = map (\i -> judge (hists[i], counts[i], widths[i], sigmas[i], starts[i], residuals[i], places[i])) (iota m)
  in unzip judged

-- The same on pixels made up here: seasons, a trend, noise, gaps, and a jump in some of them.
entry generated (m: i64) (big: i64) (history: i64): (i64, i64, f32) =
  let noise (i: i64) =
    let x = u32.i64 i * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in f32.u32 ((x ^ (x >> 16)) >> 8) / 16777216
  let pixel p t =
    let u = noise (p * big + t)
    let season = f32.sin (2 * f32.pi * f32.i64 t / 12) * 0.3
    let jump = if p % 3 == 0 && t > history + 10 then 0.9 else 0
    in if u < 0.2 then f32.nan else 0.5 + season + jump + (u - 0.6) * 0.2
  let images = tabulate_2d m big pixel
  let (breaks, means) = bfast 1 2 history 12 0.25 1.4 images
  let hit = map2 (\p b -> i64.bool ((p % 3 == 0) == (b >= 0))) (iota m) breaks
  let late = map (\b -> if b >= 0 then i64.i32 b else 0) breaks
  in (i64.sum hit, i64.sum late, f32.maximum means)

-- ==
-- entry: bfast
-- input { 1i32 1i64 28i64 12f32 0.25f32 1.4f32 [[0.5123f32, 0.6795f32, 0.7838f32, 0.7529f32, 0.8041f32, f32.nan, 0.4969f32, 0.3544f32, 0.1915f32, 0.1779f32, 0.2668f32, f32.nan, f32.nan, 0.6002f32, 0.7308f32, 0.8482f32, 0.7387f32, 0.6539f32, 0.4705f32, 0.3691f32, 0.2796f32, 0.1861f32, f32.nan, 0.3301f32, 0.4503f32, 0.6338f32, 0.7917f32, 0.7816f32, f32.nan, f32.nan, 0.525f32, 0.3018f32, 0.2268f32, f32.nan, 0.2083f32, 0.3197f32, 0.543f32, 0.6344f32, 0.7623f32, 0.7608f32, 0.7895f32, 0.6037f32, 0.4591f32, 0.3611f32], [0.484f32, 0.6545f32, 0.7415f32, f32.nan, 0.7787f32, f32.nan, 0.5487f32, 0.3406f32, 0.2496f32, 0.1956f32, 0.1958f32, 0.3033f32, f32.nan, 0.6732f32, 0.7728f32, 0.7607f32, 0.7247f32, 0.6295f32, 0.5499f32, 0.3976f32, 0.239f32, 0.1979f32, f32.nan, 0.3377f32, 0.546f32, 0.6499f32, 0.7187f32, 0.8282f32, 0.7459f32, 0.6775f32, 0.5164f32, 0.3363f32, 0.2183f32, 0.227f32, 0.8196f32, 0.965f32, 1.0512f32, 1.2251f32, 1.3561f32, 1.4147f32, 1.3446f32, 1.2738f32, 1.085f32, 0.987f32], [0.5476f32, 0.6518f32, 0.7264f32, 0.8437f32, 0.779f32, 0.673f32, 0.528f32, 0.3666f32, 0.2526f32, 0.2137f32, 0.193f32, 0.3441f32, 0.4719f32, f32.nan, 0.757f32, f32.nan, 0.7415f32, f32.nan, 0.4965f32, 0.3612f32, 0.214f32, 0.1501f32, 0.218f32, 0.3115f32, f32.nan, f32.nan, 0.7643f32, 0.8081f32, 0.7917f32, 0.6813f32, f32.nan, 0.3596f32, 0.2859f32, 0.2109f32, f32.nan, 0.3108f32, f32.nan, 0.6629f32, 0.7474f32, 0.7726f32, 0.8071f32, 0.6961f32, 0.5096f32, 0.3981f32]] }
-- output { [-1i32, 6i32, 4i32] [0.183949282f32, 10.7705838f32, 1.70890129f32] }
-- input { 0i32 2i64 30i64 12f32 0.25f32 1.4f32 [[0.4915f32, 0.6984f32, 0.7384f32, 0.7622f32, 0.7542f32, 0.6782f32, 0.4513f32, 0.3274f32, 0.2684f32, 0.1768f32, 0.2891f32, 0.3608f32, 0.5145f32, f32.nan, 0.7858f32, 0.8033f32, 0.7395f32, 0.6464f32, 0.5245f32, 0.3036f32, 0.2358f32, 0.2388f32, 0.1916f32, 0.3428f32, 0.5208f32, 0.6482f32, 0.7484f32, 0.8352f32, 0.7395f32, 0.6066f32, 0.5195f32, 0.3286f32, f32.nan, 0.1978f32, 0.24f32, 0.3154f32, f32.nan, 0.623f32, 0.789f32, 0.7526f32], [0.5479f32, f32.nan, 0.794f32, 0.8146f32, f32.nan, 0.6292f32, 0.465f32, 0.3414f32, f32.nan, 0.1608f32, f32.nan, 0.3575f32, f32.nan, 0.6432f32, 0.7698f32, 0.8439f32, 0.7154f32, 0.6151f32, 0.5006f32, 0.3555f32, 0.2165f32, 0.1754f32, f32.nan, 0.3234f32, 0.5237f32, 0.6713f32, 0.7183f32, f32.nan, 0.7692f32, 0.6877f32, 0.4823f32, 0.3029f32, 0.1956f32, 0.2452f32, f32.nan, 0.3973f32, f32.nan, 1.2625f32, 1.3333f32, 1.4114f32]] }
-- output { [-1i32, 7i32] [-0.227823773f32, 3.6042993f32] }

-- ==
-- entry: generated
-- input { 6i64 60i64 40i64 } output { 5i64 30i64 5.90289017f32 }
-- input { 30i64 80i64 50i64 } output { 23i64 239i64 16.3648234f32 }
