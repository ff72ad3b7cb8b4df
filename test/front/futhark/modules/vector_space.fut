-- ==
-- input { [3.0, 4.0] } output { 5.0 [0.6, 0.8] 25.0 }
module type vspace = {
  type real
  type vec [n]
  val dot [n]: vec [n] -> vec [n] -> real
  val scale [n]: real -> vec [n] -> vec [n]
  val of [n]: [n]real -> vec [n]
  val to [n]: vec [n] -> [n]real
}
module mk_vspace (R: real): vspace with real = R.t = {
  type real = R.t
  type vec [n] = [n]R.t
  def dot [n] (a: vec [n]) (b: vec [n]) = R.sum (map2 (R.*) a b)
  def scale [n] (s: R.t) (a: vec [n]): vec [n] = map (s R.*) a
  def of [n] (a: [n]R.t): vec [n] = a
  def to [n] (a: vec [n]): [n]R.t = a
}
module extend (R: real) (V: vspace with real = R.t) = {
  open V
  def norm [n] (v: vec [n]) = R.sqrt (dot v v)
  def unit [n] (v: vec [n]) = scale (R.f64 1 R./ norm v) v
}
module v64 = extend f64 (mk_vspace f64)
def main [n] (xs: [n]f64) = let v = v64.of xs in (v64.norm v, v64.to (v64.unit v), v64.dot v v)
