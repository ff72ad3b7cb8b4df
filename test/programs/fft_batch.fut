-- Transforms of Fourier of many signals (Stockham's, in log n rounds), convolutions and power spectra.

type c = (f64, f64)
def (a: c) +. (b: c): c = (a.0 + b.0, a.1 + b.1)
def (a: c) -. (b: c): c = (a.0 - b.0, a.1 - b.1)
def (a: c) *. (b: c): c = (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)

def log2 (n: i64): i64 = (loop (m, r) = (n, 0) while m > 1 do (m / 2, r + 1)).1

def fft [n] (sign: f64) (xs: [n]c): [n]c =
  let half = n / 2
  in (loop (xs, ns) = (copy xs, 1) for _i < log2 n do
        let angle = sign * f64.pi / f64.i64 ns
        let pairs = tabulate half (\j ->
              let k = j % ns
              let w = (f64.cos (angle * f64.i64 k), f64.sin (angle * f64.i64 k))
              let a = xs[j]
              let b = xs[j + half] *. w
              in (a +. b, a -. b))
        in (tabulate n (\i -> let block = i / (2 * ns)
                              let inside = i % (2 * ns)
                              let j = block * ns + inside % ns
                              in if inside < ns then pairs[j].0 else pairs[j].1), ns * 2)).0

def inverse [n] (xs: [n]c): [n]c = map (\x -> (x.0 / f64.i64 n, x.1 / f64.i64 n)) (fft 1 xs)

entry spectra [b][n] (xss: [b][n]f64): [b][n]f64 =
  map (\xs -> map (\x -> x.0 * x.0 + x.1 * x.1) (fft (-1) (map (\x -> (x, 0)) xs))) xss

-- Cyclic convolutions of each row with one kernel.
entry convolve [b][n] (xss: [b][n]f64) (ys: [n]f64): [b][n]f64 =
  let k = fft (-1) (map (\y -> (y, 0)) ys)
  in map (\xs -> map (.0) (inverse (map2 (*.) (fft (-1) (map (\x -> (x, 0)) xs)) k))) xss

-- In two dimensions: rows, then columns.
entry spectrum_2d [n][m] (xss: [n][m]f64): [n][m]f64 =
  let rows = map (\xs -> fft (-1) (map (\x -> (x, 0)) xs)) xss
  let both = transpose (map (fft (-1)) (transpose rows))
  in map (map (\x -> x.0 * x.0 + x.1 * x.1)) both
-- ==
-- entry: spectra
-- input { [[1.0, 2.0, 3.0, 4.0, 0.0, 0.0, -1.0, 2.0], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]] }
-- output { [[121.0, 47.627416997969519, 17.0, 2.37258300203048, 25.0, 2.37258300203048, 17.0, 47.627416997969519], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]] }
-- ==
-- entry: convolve
-- input { [[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 0.0, 0.0]] [1.0, 0.5, 0.25, 0.0] }
-- output { [[3.75, 3.5, 4.25, 6.0], [0.0, 1.0, 0.5, 0.25]] }
-- ==
-- entry: spectrum_2d
-- input { [[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, 0.0, 0.0]] }
-- output { [[121.0, 5.0, 9.0, 4.999999999999999], [81.0, 13.0, 1.0, 13.0]] }
-- ==
-- structure cuda { kernel:block 5 }
