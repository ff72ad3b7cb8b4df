-- Radix-2 transform by stages, with complex numbers as a module, and back again.
-- ==
-- input { [1.0f64, 2.0f64, -1.0f64, 0.5f64, 0.0f64, 3.0f64, 1.0f64, -2.0f64] [0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64] }
-- output { [4.5f64, -1.4748737341529168f64, 1.0000000000000018f64, 3.474873734152914f64, -2.5f64, 3.4748737341529097f64, 0.9999999999999928f64, -1.474873734152918f64] [0.0f64, 0.93933982822f64, -6.5f64, -3.06066017178f64, -0.0f64, 3.06066017178f64, 6.5f64, -0.93933982822f64] }

-- ==
-- entry: there_and_back
-- input { [1.0f64, 2.0f64, -1.0f64, 0.5f64, 0.0f64, 3.0f64, 1.0f64, -2.0f64] [0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64] }
-- output { [1.0f64, 2.0f64, -1.0f64, 0.5f64, 0.0f64, 3.0f64, 1.0f64, -2.0f64] [0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64, 0.5f64] }

module complex = {
  type t = {re: f64, im: f64}
  def mk (re: f64) (im: f64) : t = {re, im}
  def polar (r: f64) (angle: f64) : t = mk (r * f64.cos angle) (r * f64.sin angle)
  def scale (s: f64) (a: t) : t = mk (s * a.re) (s * a.im)
  def (+) (a: t) (b: t) : t = mk (a.re f64.+ b.re) (a.im f64.+ b.im)
  def (-) (a: t) (b: t) : t = mk (a.re f64.- b.re) (a.im f64.- b.im)
  def (*) (a: t) (b: t) : t =
    mk f64.(a.re * b.re - a.im * b.im) f64.(a.re * b.im + a.im * b.re)
}

type c = complex.t

def log2 (n: i64) : i64 = i64.i32 (i64.ctz n)

-- One stage of the Stockham algorithm: distance p, n/2 butterflies.
def stage [n] (sign: f64) (xs: [n]c) (p: i64) : [n]c =
  let half = n / 2
  let (is, vs) =
    unzip (map (\i ->
                  let k = i & (p - 1)
                  let angle = sign * f64.pi * f64.i64 k / f64.i64 p
                  let a = xs[i]
                  let b = xs[i + half]
                  let b = complex.(b * polar 1 angle)
                  let j = ((i - k) << 1) + k
                  in ((j, j + p), (a complex.+ b, a complex.- b)))
               (iota half))
  let (is0, is1) = unzip is
  let (vs0, vs1) = unzip vs
  in scatter (scatter (copy xs) is0 vs0) is1 vs1

def fft_sign [n] (sign: f64) (xs: [n]c) : [n]c =
  loop xs for s < log2 n do stage sign xs (1 << s)

def fft [n] (xs: [n]c) = fft_sign (-1) xs
def ifft [n] (xs: [n]c) = fft_sign 1 xs |> map (complex.scale (1 / f64.i64 n))

entry main [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  map2 complex.mk re im |> fft |> map (\z -> (z.re, z.im)) |> unzip

entry there_and_back [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) =
  map2 complex.mk re im |> fft |> ifft |> map (\z -> (z.re, z.im)) |> unzip
