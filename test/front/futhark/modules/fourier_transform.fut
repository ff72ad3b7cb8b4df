-- ==
-- input { [1.0, 0.0, 0.0, 0.0] } output { [1.0, 1.0, 1.0, 1.0] }
module type cplx = { type real type t val mk: real -> real -> t val re: t -> real val +: t -> t -> t val -: t -> t -> t val *: t -> t -> t val conj: t -> t }
module mk_cplx (R: real): cplx with real = R.t = {
  type real = R.t
  type t = (R.t, R.t)
  def mk a b = (a, b)
  def re ((a, _): t) = a
  def (a: R.t, b: R.t) + (c: R.t, d: R.t) = (a R.+ c, b R.+ d)
  def (a: R.t, b: R.t) - (c: R.t, d: R.t) = (a R.- c, b R.- d)
  def (a: R.t, b: R.t) * (c: R.t, d: R.t) = ((a R.* c) R.- (b R.* d), (a R.* d) R.+ (b R.* c))
  def conj (a: R.t, b: R.t) = (a, R.neg b)
}
module mk_fft (R: real) = {
  module complex = mk_cplx R
  type complex = complex.t
  local def radix = 2i64
  local def fft_iteration [n] (forward: R.t) (ns: i64) (data: [n]complex) (j: i64): (i64, complex, i64, complex) =
    let angle = R.neg forward R.* R.i32 2 R.* R.pi R.* R.i64 (j % ns) R./ R.i64 (ns * radix)
    let (v0, v1) = (data[j], data[j + n / radix] complex.* complex.mk (R.cos angle) (R.sin angle))
    let (v0, v1) = (complex.(v0 + v1), complex.(v0 - v1))
    let idx = (j / ns * ns * radix) + (j % ns)
    in (idx, v0, idx + ns, v1)
  local def fft' [n] (forward: R.t) (input: [n]complex) (bits: i64): [n]complex =
    let input = copy input
    let output = copy input
    let ix = iota (n / radix)
    let ns = map (\i -> radix ** i) (iota bits)
    let (res, _) = loop (input': *[n]complex, output': *[n]complex) = (input, output) for n' in ns do
      let (i0s, v0s, i1s, v1s) = unzip4 (map (fft_iteration forward n' input') ix)
      in (scatter output' (i0s ++ i1s) (v0s ++ v1s), input')
    in res
  def fft [n] (x: [n]complex): [n]complex = fft' (R.i32 1) x (i64.f64 (f64.log2 (f64.i64 n)))
  def fft_re [n] (x: [n]R.t) = fft (map (\v -> complex.mk v (R.i32 0)) x)
}
module f = mk_fft f64
def main [n] (xs: [n]f64) = map f.complex.re (f.fft_re xs)
