-- One algorithm for every numeric module of the prelude.
-- ==
-- entry: bytes
-- input { [100i8, 27i8, 1i8] }
-- output { -128i8 100i8 0i8 }

-- ==
-- entry: words
-- input { [65535u16, 2u16] }
-- output { 1u16 1u16 }

-- ==
-- entry: floats
-- input { [1.0f32, 2.0f32, 3.0f32] 2.0f32 }
-- output { 17.0f32 }

-- ==
-- entry: spread64
-- input { [1.0f64, 2.0f64, 3.0f64, 4.0f64] }
-- output { 2.5f64 1.118033988749895f64 }

-- ==
-- entry: spread16
-- input { [1.0f16, 3.0f16] }
-- output { 1.0f16 }

-- ==
-- entry: rounding
-- input { 13u64 }
-- output { 1i32 16u64 }

module sums (N: numeric) = {
  def total [n] (xs: [n]N.t): N.t = N.sum xs
  def mean_of_two (a: N.t) (b: N.t): N.t = N.((a + b) / i32 2)
  def poly [n] (cs: [n]N.t) (x: N.t): N.t = foldr (\c acc -> N.(c + x * acc)) (N.i64 0) cs
  def largest (xs: []N.t): N.t = N.maximum xs
  def clamp (x: N.t) = N.(max (i8 0) (min (i8 10) x))
}
module statistics (R: real) = {
  local module s = sums R
  def mean [n] (xs: [n]R.t): R.t = R.(s.total xs / i64 n)
  def variance [n] (xs: [n]R.t): R.t =
    let m = mean xs
    in R.(s.total (map (\x -> (x - m) * (x - m)) xs) / i64 n)
  def deviation [n] (xs: [n]R.t): R.t = R.sqrt (variance xs)
}
module bits (I: integral) = {
  def parity (x: I.t): i32 = I.popc x % 2
  def rounded_up (x: I.t) (to: I.t): I.t = I.((x + to - i32 1) / to * to)
}
module si8 = sums i8
module su16 = sums u16
module sf32 = sums f32
module stats64 = statistics f64
module stats16 = statistics f16
module b64 = bits u64

entry bytes (xs: []i8): (i8, i8, i8) = (si8.total xs, si8.largest xs, si8.clamp (si8.poly xs 2))
entry words (xs: []u16): (u16, u16) = (su16.total xs, su16.mean_of_two 65535 3)
entry floats (xs: []f32) (x: f32): f32 = sf32.poly xs x
entry spread64 (xs: []f64): (f64, f64) = (stats64.mean xs, stats64.deviation xs)
entry spread16 (xs: []f16): f16 = stats16.variance xs
entry rounding (x: u64): (i32, u64) = (b64.parity x, b64.rounded_up x 8)
