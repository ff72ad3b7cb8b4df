-- Code that is parametric in a numeric module of the prelude.
-- ==
-- entry: main
-- input { [1, 2, 3] [0.5, 2.0] } output { 14 4.25 10u8 }
module poly (t: numeric) = {
  def dot [n] (xs: [n]t.t) (ys: [n]t.t): t.t = t.sum (map2 (t.*) xs ys)
  def from (x: i32): t.t = t.i32 x t.+ t.i32 1
}
module poly_i32 = poly i32
module poly_f64 = poly f64
module poly_u8 = poly u8
def main (xs: []i32) (ys: []f64): (i32, f64, u8) = (poly_i32.dot xs xs, poly_f64.dot ys ys, poly_u8.from 9)
