-- Moving averages, medians of windows, run-length peaks, and a low-pass filter.
-- ==
-- entry: average
-- input { 2i64 [1.0f64, 3.0f64, 5.0f64, 9.0f64] }
-- output { [2.0f64, 4.0f64, 7.0f64] }

-- ==
-- entry: median
-- input { [5.0f64, 1.0f64, 4.0f64, 9.0f64, 2.0f64] }
-- output { [4.0f64, 4.0f64, 4.0f64] }

-- ==
-- entry: smooth
-- input { 0.5f64 [8.0f64, 0.0f64, 4.0f64] }
-- output { [4.0f64, 2.0f64, 3.0f64] }

def windows [n] 't (k: i64) (xs: [n]t): [n - k + 1][k]t =
  tabulate (n - k + 1) (\i -> xs[i:i + k] :> [k]t)

def insertion_sort [n] (xs: [n]f64): [n]f64 =
  loop xs = copy xs for i < n do
    (loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > xs[j] do
       let (a, b) = (xs[j - 1], xs[j])
       in (xs with [j - 1] = b with [j] = a, j - 1)).0

entry average (k: i64) (xs: []f64): []f64 = map (\w -> f64.sum w / f64.i64 k) (windows k xs)
entry median (xs: []f64): []f64 = map (\w -> (insertion_sort w)[1]) (windows 3 xs)
entry smooth (alpha: f64) (xs: []f64): []f64 =
  let op (a1, b1) (a2, b2) = (a1 * a2, b1 * a2 + b2)
  in map (.1) (scan op (1, 0) (map (\x -> (1 - alpha, alpha * x)) xs))
