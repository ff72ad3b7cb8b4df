-- A parametric module, applied twice.
-- ==
-- entry: main
-- input { [1, 2, 3] [1.5, 2.5] } output { 6 4.0 }
module type monoid = {
  type t
  val zero: t
  val plus: t -> t -> t
}
module sum (m: monoid) = {
  def sum [n] (xs: [n]m.t): m.t = reduce m.plus m.zero xs
}
module int_sum = sum {type t = i32 def zero = 0i32 def plus (a: i32) (b: i32) = a + b}
module real_sum = sum {type t = f64 def zero = 0f64 def plus = (f64.+)}
def main (xs: []i32) (ys: []f64): (i32, f64) = (int_sum.sum xs, real_sum.sum ys)
