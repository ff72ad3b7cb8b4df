-- Angular correlation: every pair of points falls into a bin (after Parboil's tpacf).
def bins_per_decade : f64 = 5
def min_arcmin : f64 = 1
def num_bins : i64 = 20

def bounds : [num_bins + 1]f64 =
  map (\i -> f64.cos (10.0 ** (f64.log10 min_arcmin + f64.i64 i / bins_per_decade) / 60.0 * f64.pi / 180.0)) (iota (num_bins + 1))

def bin_of (dot: f64) : i64 =
  let (lo, hi) = loop (lo, hi) = (0, num_bins) while hi > lo + 1 do
    let k = (lo + hi) / 2
    in if dot >= bounds[k] then (lo, k) else (k, hi)
  in if dot >= bounds[lo] then lo else if dot < bounds[hi] then hi + 1 else hi

def correlate [n] [m] (a: [n](f64, f64, f64)) (b: [m](f64, f64, f64)) (self: bool) : [num_bins + 2]i64 =
  let pairs = map2 (\i (x, y, z) -> map2 (\j (u, v, w) ->
                   if self && j <= i then -1 else bin_of (x * u + y * v + z * w)) (iota m) b) (iota n) a
  in reduce_by_index (replicate (num_bins + 2) 0) (+) 0 (flatten pairs) (replicate (n * m) 1)

def place (ra: f64) (dec: f64) =
  let rad = f64.pi / 180
  in (f64.cos (ra * rad) * f64.cos (dec * rad), f64.sin (ra * rad) * f64.cos (dec * rad), f64.sin (dec * rad))

entry main [n] [s] [m] (dra: [n]f64) (ddec: [n]f64) (rra: [s][m]f64) (rdec: [s][m]f64)
    : ([num_bins + 2]i64, [num_bins + 2]i64, [num_bins + 2]i64) =
  let data = map2 place dra ddec
  let randoms = map2 (map2 place) rra rdec
  let dd = correlate data data true
  let zero = replicate (num_bins + 2) 0
  let rr = reduce (map2 (+)) zero (map (\r -> correlate r r true) randoms)
  let dr = reduce (map2 (+)) zero (map (\r -> correlate data r false) randoms)
  in (dd, rr, dr)

-- ==
-- entry: main
-- input { [22.438f64, 3.436f64, 24.579f64, 28.942f64, 3.243f64, 0.77f64]
--   [9.359f64, 20.32f64, 28.745f64, 11.9f64, 21.45f64, 2.28f64]
--   [[20.718f64, 18.817f64, 3.057f64, 23.174f64, 25.509f64], [18.012f64, 3.632f64, 29.515f64, 23.479f64, 10.416f64]]
--   [[12.851f64, 11.117f64, 15.179f64, 10.237f64, 25.487f64], [24.67f64, 3.166f64, 28.824f64, 19.068f64, 24.861f64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 0i64, 0i64, 1i64, 0i64, 11i64, 2i64, 0i64, 0i64, 0i64, 0i64]
--   [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 1i64, 1i64, 2i64, 7i64, 7i64, 1i64, 0i64, 0i64, 0i64, 0i64]
--   [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 1i64, 0i64, 4i64, 4i64, 8i64, 9i64, 28i64, 6i64, 0i64, 0i64, 0i64, 0i64] }
