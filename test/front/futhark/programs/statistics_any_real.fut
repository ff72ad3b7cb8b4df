-- Statistics over any real type, with local opening of modules.
-- ==
-- input { [1.0,2.0,3.0,4.0] } output { 2.5f64 1.25f64 2.5f32 }
module stats (R: real) = {
  def mean [n] (xs: [n]R.t): R.t = R.(sum xs / i64 n)
  def variance [n] (xs: [n]R.t): R.t = let m = mean xs in mean (map (\x -> R.((x - m) * (x - m))) xs)
  def stddev xs = R.sqrt (variance xs)
}
module s64 = stats f64
module s32 = stats f32
entry main [n] (xs: [n]f64) = (s64.mean xs, s64.variance xs, s32.mean (map f32.f64 xs))
