-- ==
-- input { 3.0 } output { 9.0 6.0 }
module type num = { type t val +: t -> t -> t val *: t -> t -> t val const: f64 -> t }
module dual (R: num) = {
  type t = { v: R.t, d: R.t }
  def (a: t) + (b: t): t = { v = a.v R.+ b.v, d = a.d R.+ b.d }
  def (a: t) * (b: t): t = { v = a.v R.* b.v, d = (a.v R.* b.d) R.+ (a.d R.* b.v) }
  def const (x: f64): t = { v = R.const x, d = R.const 0 }
  def var (x: R.t): t = { v = x, d = R.const 1 }
}
module f: num with t = f64 = { open f64 def const (x: f64) = x }
module d = dual f
module poly (N: num) = { def sq (x: N.t) = x N.* x }
module p = poly d
module dd = dual d
def main (x: f64) = let r = p.sq (d.var x) in (r.v, r.d)
