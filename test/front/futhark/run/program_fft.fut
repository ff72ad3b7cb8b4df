-- A recursive-doubling Fourier transform with complex records.
-- ==
-- entry: main
-- input { [1.0, 0.0, 0.0, 0.0] } output { [1.0, 1.0, 1.0, 1.0] [0.0, 0.0, 0.0, 0.0] }
-- input { [1.0, 1.0, 1.0, 1.0] } output { [4.0, 0.0, 0.0, 0.0] [0.0, 0.0, 0.0, 0.0] }
type complex = (f64, f64)
def mul ((a, b): complex) ((c, d): complex): complex = (a * c - b * d, a * d + b * c)
def add ((a, b): complex) ((c, d): complex): complex = (a + c, b + d)
def sub ((a, b): complex) ((c, d): complex): complex = (a - c, b - d)
def twiddle (k: i64) (n: i64): complex =
  let a = -2 * f64.pi * f64.i64 k / f64.i64 n
  in (f64.cos a, f64.sin a)
def fft [n] (xs: [n]complex): [n]complex =
  let (ys, _, _) =
    loop (xs, half, stride) = (copy xs, n / 2, 1) while half > 0 do
      let ys =
        tabulate n (\i ->
          let block = i / stride
          let k = i % stride
          let j = (block / 2) * stride + k
          let a = xs[j]
          let b = mul (twiddle k (stride * 2)) xs[j + n / 2]
          in if block % 2 == 0 then add a b else sub a b)
      in (ys, half / 2, stride * 2)
  in ys
def main [n] (re: [n]f64): ([n]f64, [n]f64) = unzip (fft (zip re (replicate n 0)))
