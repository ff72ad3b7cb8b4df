module type s = {
  val f [n]: [n]i32 -> *[n]i32
  val g [n]: [n]i32 -> *([n]i32, [n]i32)
  val h [n]: *[n]i32 -> i32
  val l [n]: [n]i32 -> *{a: [n]i32, b: i32}
}
module m: s = {
  def f [n] (xs: [n]i32) = map (+ 1) xs
  def g [n] (xs: [n]i32) = (map (+ 1) xs, map (+ 2) xs)
  def h [n] (xs: [n]i32) = xs[0] + i32.i64 n
  def l [n] (xs: [n]i32) = {a = copy xs, b = 1i32}
}
def use (xs: []i32) =
  let (a, b) = m.g xs
  let a[0] = 1
  let b[0] = 2
  in (a, b, m.f xs with [0] = 1)
