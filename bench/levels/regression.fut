-- Batched regression: a season-trend model is fitted to the history of each pixel of a series of images by least squares,
-- a third of the values is missing and left out, and moving sums of the residuals are compared with a bound.

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

def bfast [m][big] (trend: i32) (k: i64) (history: i64) (freq: f32) (hfrac: f32) (lam: f32) (images: [m][big]f32):
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

def noise (i: i64) : f32 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in f32.u32 ((x ^ (x >> 16)) >> 8) / 16777216

-- Seasons, a trend, noise, and a jump in every third pixel.
entry make (m: i64) (big: i64) (history: i64) : (i64, [m][big]f32) =
  let pixel p t =
    let u = noise (p * big + t)
    let season = f32.sin (2 * f32.pi * f32.i64 t / 12) * 0.3
    let jump = if p % 3 == 0 && t > history + 10 then 0.9 else 0
    in if u < 0.3333 then f32.nan else 0.5 + season + jump + (u - 0.6) * 0.2
  in (history, tabulate_2d m big pixel)
-- ==
-- nobench script input { make 6 60 40 } 
--   output { [8i32, -1i32, -1i32, 8i32, -1i32, -1i32]
--            [7.464410f32, 0.602886f32, 0.369976f32, 6.036808f32, 0.505517f32, 0.782708f32] }
-- script input { make 65536 412 206 }
entry main [m] [big] (history: i64) (images: [m][big]f32) : ([m]i32, [m]f32) = bfast 1 3 history 12 0.25 1.736 images
