-- Module numeric generic.
-- ==
-- input { [1,2,3] } output { 2.0 4.0 }

module stats (R: real) = {
  def mean [n] (xs: [n]R.t) : R.t = R.(sum xs / i64 n)
  def dist (a: R.t) (b: R.t) = R.(sqrt ((a - b) ** i32 2))
}
module s = stats f64
entry main (xs: []i32) = let ys = map f64.i32 xs in (s.mean ys, s.dist 1 5)
