-- Signal processing: how much a signal of 50,000,000 numbers changes, within limits.
def diff [n] (xs: [n]i64) = map2 (\x i -> x - (if i == 0 then 0 else xs[i - 1])) xs (iota n)
def signal [n] (xs: [n]i64) =
  map2 (\d x -> f64.max (-50) (f64.min 50 (50 * (f64.i64 d / (0.01 + f64.i64 x))))) (diff xs) xs
entry run (k: i64): f64 = f64.i64 k * f64.sum (signal (map (+ 1) (iota 50000000)))
