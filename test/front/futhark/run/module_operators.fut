-- A module with operators of its own.
-- ==
-- entry: main
-- input { 1.0 2.0 3.0 4.0 } output { -5.0 10.0 4.0 6.0 }
module complex = {
  type t = {re: f64, im: f64}
  def make (re: f64) (im: f64): t = {re, im}
  def (*) (a: t) (b: t): t = {re = a.re f64.* b.re - a.im f64.* b.im, im = a.re f64.* b.im + a.im f64.* b.re}
  def (+) (a: t) (b: t): t = {re = a.re f64.+ b.re, im = a.im f64.+ b.im}
}
def main (a: f64) (b: f64) (c: f64) (d: f64): (f64, f64, f64, f64) =
  let x = complex.make a b
  let y = complex.make c d
  let p = x complex.* y
  let s = complex.(x + y)
  in (p.re, p.im, s.re, s.im)
