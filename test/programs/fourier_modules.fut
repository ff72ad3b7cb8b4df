-- Fourier transforms: Stockham radix 2 and 4, Bluestein for any size, 2-D, convolution, with complex numbers by functor.
-- ==
-- entry: dft_check
-- random input { [16]f64 } output { true }
-- random input { [1]f64 } output { true }
-- entry: radix4_check
-- random input { [64]f64 } output { true }
-- entry: bluestein_check
-- random input { [13]f64 } output { true }
-- random input { [30]f64 } output { true }
-- entry: convolve
-- input { [1f32,2f32,3f32] [1f32,1f32] } output { [1f32,3f32,5f32,3f32] }
-- entry: fft2_energy
-- random input { [16][8]f32 } output { true }
module type complex = {
  type real
  type complex
  val mk: real -> real -> complex
  val re: complex -> real
  val im: complex -> real
  val conj: complex -> complex
  val +: complex -> complex -> complex
  val -: complex -> complex -> complex
  val *: complex -> complex -> complex
  val cis: real -> complex
  val scale: real -> complex -> complex
}
module mk_complex (T: real): complex with real = T.t with complex = (T.t, T.t) = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk (a: real) (b: real): complex = (a, b)
  def re ((a, _): complex) = a
  def im ((_, b): complex) = b
  def conj ((a, b): complex) = T.((a, neg b))
  def (a: complex) + (b: complex): complex = T.((a.0 + b.0, a.1 + b.1))
  def (a: complex) - (b: complex): complex = T.((a.0 - b.0, a.1 - b.1))
  def (a: complex) * (b: complex): complex = T.((a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0))
  def cis (t: real): complex = T.((cos t, sin t))
  def scale (k: real) (a: complex): complex = T.((k * a.0, k * a.1))
}
module mk_fft (R: real) = {
  module C = mk_complex R
  local def tau = R.(i32 2 * pi)
  def dft [n] (inverse: bool) (xs: [n]C.complex): [n]C.complex =
    let s = if inverse then R.i32 1 else R.i32 (-1)
    in map (\k -> reduce (C.+) (C.mk (R.i32 0) (R.i32 0))
             (map2 (\j x -> x C.* C.cis (let jk = j * k in R.(s * tau * i64 jk / i64 n))) (iota n) xs)) (iota n)
  def fft2r [n] (inverse: bool) (xs: [n]C.complex): [n]C.complex =
    let bits = i64.i32 (i64.ctz n)
    let s = if inverse then R.i32 1 else R.i32 (-1)
    in loop xs = copy xs for q < bits do
         let ns = 1 << q
         let half = n / 2
         let (is, vs) = unzip (tabulate half (\j ->
            let k = j % ns
            let w = C.cis R.(s * pi * i64 k / i64 ns)
            let a = xs[j]
            let b = w C.* xs[j + half]
            let d = (j / ns) * ns * 2 + k
            in ([d, d + ns], [a C.+ b, a C.- b])))
         in scatter (copy xs) (flatten is) (flatten vs)
  def fft4r [n] (xs: [n]C.complex): [n]C.complex =
    let quarter = n / 4
    let (out, _) = loop (xs, ns) = (copy xs, 1) while ns < n do
      let new = tabulate quarter (\j ->
        let k = j % ns
        let ang m = C.cis R.(neg (tau * i64 k * i64 m / (i64 ns * i32 4)))
        let v = map (\m -> xs[j + m * quarter] C.* ang m) (iota 4)
        let (a, b) = (v[0] C.+ v[2], v[0] C.- v[2])
        let (c, d) = (v[1] C.+ v[3], C.mk (R.i32 0) (R.i32 (-1)) C.* (v[1] C.- v[3]))
        let base = (j / ns) * ns * 4 + k
        in (map (\m -> base + m * ns) (iota 4), [a C.+ c, b C.+ d, a C.- c, b C.- d] :> [4]C.complex))
      let (is, vs) = unzip new
      in (scatter (copy xs) (flatten is) (flatten vs), ns * 4)
    in out
  def pow2 (n: i64) = loop m = 1 while m < n do m * 2
  def bluestein [n] (xs: [n]C.complex): [n]C.complex =
    let m = pow2 (2 * n - 1)
    let chirp i = let ii = (i * i) % (2 * n) in C.cis R.(neg (pi * i64 ii / i64 n))
    let w = map chirp (iota n)
    let zero = C.mk (R.i32 0) (R.i32 0)
    let a = tabulate m (\i -> if i < n then xs[i] C.* w[i] else zero)
    let b = tabulate m (\i -> if i < n then C.conj w[i] else if m - i < n then C.conj w[m - i] else zero)
    let c = fft2r true (map2 (C.*) (fft2r false a) (fft2r false b))
    in map2 (\x w -> C.scale R.(i32 1 / i64 m) x C.* w) (take n c) w
  def fft2d [h][w] (xss: [h][w]C.complex): [h][w]C.complex =
    xss |> map (fft2r false) |> transpose |> map (fft2r false) |> transpose
}
module F = mk_fft f64
module G = mk_fft f32
def close [n] (a: [n](f64, f64)) (b: [n](f64, f64)) = and (map2 (\(x, y) (u, v) -> f64.abs (x - u) + f64.abs (y - v) < 1e-9 * f64.i64 n) a b)
entry dft_check [n] (xs: [n]f64) = let c = map (\x -> (x, 0)) xs in close (F.dft false c) (F.fft2r false c)
entry radix4_check [n] (xs: [n]f64) = let c = map (\x -> (x, 1 - x)) xs in close (F.fft4r c) (F.fft2r false c)
entry bluestein_check [n] (xs: [n]f64) = let c = map (\x -> (x, x * x)) xs in close (F.dft false c) (F.bluestein c)
entry convolve [n][m] (a: [n]f32) (b: [m]f32) =
  let k = G.pow2 (n + m - 1)
  let pad [l] (x: [l]f32) = G.fft2r false (tabulate k (\i -> if i < l then (x[i], 0) else (0, 0)))
  let c = G.fft2r true (map2 (G.C.*) (pad a) (pad b))
  in take (n + m - 1) c |> map (\(x, _) -> x / f32.i64 k)
entry fft2_energy [h][w] (xs: [h][w]f32) =
  let t = G.fft2d (map (map (\x -> (x, 0))) xs)
  let e = f32.sum (flatten (map (map (\x -> x*x)) xs))
  let e' = f32.sum (flatten (map (map (\(a, b) -> a*a + b*b)) t)) / f32.i64 (h * w)
  in f32.abs (e - e') / e < 1e-4
