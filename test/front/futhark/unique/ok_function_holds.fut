-- Functions that hold arrays without consuming them, and consuming functions with all arguments.
module m0 = {
  def upd (xs: *[]i32) (i: i64) (y: i32) = xs with [i] = y
  def main (xs: *[]i32) = (upd xs) 0 0
}
module m1 = {
  def get (xs: []i32) (i: i64) = xs[i]
  def main (xs: *[]i32) = let f = get xs in let s = (f 0, f 1) in (s, xs with [0] = 1)
}
module m2 = {
  def upd (i: i64) (y: i32) (xs: *[]i32) = xs with [i] = y
  def main (xs: *[]i32) = let f = upd 0 1 in f xs
}
module m3 = {
  def main (xs: *[]i32) = let ys = xs with [0] = 1 let f = \(i: i64) -> ys[i] in f 0
}
module m4 = {
  def f (xs: [3]i32) = xs[0]
  def main (xss: [2][3]i32) = f xss
}
