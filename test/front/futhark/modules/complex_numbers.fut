-- ==
-- input { 1.0 2.0 } output { -3.0 4.0 2.23606797749979 }
module type complex = {
  type real
  type complex
  val mk: real -> real -> complex
  val re: complex -> real
  val im: complex -> real
  val mag: complex -> real
  val +: complex -> complex -> complex
  val *: complex -> complex -> complex
}
module mk_complex (T: real): complex with real = T.t = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk (a: real) (b: real) = (a, b)
  def re (a: real, _: real) = a
  def im (_: real, b: real) = b
  def mag (a, b) = T.(sqrt (a * a + b * b))
  def ((a, b): complex) + ((c, d): complex) = T.((a + c, b + d))
  def ((a, b): complex) * ((c, d): complex) = T.((a * c - b * d, a * d + b * c))
}
module c64 = mk_complex f64
def main (a: f64) (b: f64) =
  let z = c64.mk a b
  let w = c64.(z * z)
  in (c64.re w, c64.im w, c64.mag z)
