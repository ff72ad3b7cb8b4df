-- A Fourier transform by Stockham's method, with complex numbers from a module.
-- ==
-- entry: fft
-- input { [1.0f64, 2.0f64, 0.0f64, -1.0f64, 0.5f64, 3.0f64, -2.0f64, 1.0f64] [0.0f64, -1.0f64, -1.0f64, 2.0f64, 0.25f64, 0.0f64, 1.0f64, 1.0f64] }
-- output { [4.5f64, -0.7928932188134521f64, -0.4999999999999989f64, 1.7928932188134485f64, -5.499999999999999f64, -2.2071067811865412f64, 7.499999999999991f64, 3.2071067811865515f64] [2.25f64, -1.5428932188134525f64, -4.75f64, 5.285533905932741f64, -1.7500000000000036f64, -2.9571067811865537f64, 5.2500000000000036f64, -1.785533905932736f64] }
-- input { [3.0f64] [4.0f64] }
-- output { [3.0f64] [4.0f64] }

-- ==
-- entry: roundtrip
-- input { [1.0f64, 2.0f64, 0.0f64, -1.0f64, 0.5f64, 3.0f64, -2.0f64, 1.0f64] [0.0f64, -1.0f64, -1.0f64, 2.0f64, 0.25f64, 0.0f64, 1.0f64, 1.0f64] }
-- output { [1.0f64, 2.0f64, 0.0f64, -1.0f64, 0.5f64, 3.0f64, -2.0f64, 1.0f64] [0.0f64, -1.0f64, -1.0f64, 2.0f64, 0.25f64, 0.0f64, 1.0f64, 1.0f64] }

module type field = {
  type t
  val +: t -> t -> t
  val -: t -> t -> t
  val *: t -> t -> t
  val /: t -> t -> t
  val neg: t -> t
  val i64: i64 -> t
  val cos: t -> t
  val sin: t -> t
  val pi: t
}

module mk_complex (T: field): {
  type real = T.t
  type complex
  val mk: real -> real -> complex
  val re: complex -> real
  val im: complex -> real
  val +: complex -> complex -> complex
  val -: complex -> complex -> complex
  val *: complex -> complex -> complex
  val expi: real -> complex
} = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk (a: real) (b: real): complex = (a, b)
  def re ((a, _): complex) = a
  def im ((_, b): complex) = b
  def ((a, b): complex) + ((c, d): complex): complex = T.((a + c, b + d))
  def ((a, b): complex) - ((c, d): complex): complex = T.((a - c, b - d))
  def ((a, b): complex) * ((c, d): complex): complex = T.((a * c - b * d, a * d + b * c))
  def expi (x: real): complex = (T.cos x, T.sin x)
}

module c64 = mk_complex f64
type complex = c64.complex

def radix2 [n] (ns: i64) (sign: f64) (v: [n]complex): *[n]complex =
  let half = n / 2
  let (is, js, xs, ys) =
    unzip4 (tabulate half (\j ->
      let angle = sign * 2 * f64.pi * f64.i64 (j % ns) / f64.i64 (ns * 2)
      let (a, b) = (v[j], v[j + half])
      let b = c64.(expi angle * b)
      let d = j / ns * ns * 2 + j % ns
      in (d, d + ns, c64.(a + b), c64.(a - b))))
  in scatter (scatter (copy v) is xs) js ys

def generic_fft [n] (sign: f64) (v: [n]complex): [n]complex =
  (loop (v, ns) = (copy v, 1) while ns < n do (radix2 ns sign v, ns * 2)).0

def pack [n] (a: [n]f64) (b: [n]f64): [n]complex = map2 c64.mk a b

entry fft [n] (re: [n]f64) (im: [n]f64): ([n]f64, [n]f64) =
  let r = generic_fft (-1) (pack re im)
  in (map c64.re r, map c64.im r)

entry roundtrip [n] (re: [n]f64) (im: [n]f64): ([n]f64, [n]f64) =
  let r = pack re im |> generic_fft (-1) |> generic_fft 1 |> map (\z -> (c64.re z, c64.im z))
  in unzip (map (\(a, b) -> (a / f64.i64 n, b / f64.i64 n)) r)
