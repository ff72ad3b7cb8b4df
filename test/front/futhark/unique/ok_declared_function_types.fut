-- Declared function types that say no more than the functions keep.
module m0 = {
  def f (xs: *[3]f32) : f32 = 0f32
  def g : *[3]f32 -> f32 = f
  def main (ys: *[3]f32) = g ys
}
module m1 = {
  def f (xs: [3]f32) : f32 = 0f32
  def g : *[3]f32 -> f32 = f
  def main (ys: *[3]f32) = g ys
}
module m2 = {
  def f (xs: [3]f32) : *[3]f32 = copy xs
  def g : [3]f32 -> [3]f32 = f
  def main (ys: [3]f32) = g ys
}
module m3 = {
  def h 'a 'b (k: *a -> b) (x: *a) = k x
  def f (xs: *[3]f32) : f32 = 0f32
  def main (xs: *[3]f32) = h f xs
}
module m4 = {
  def f (xs: [3]f32) : *[3]f32 = map (+1) xs
  def g : [3]f32 -> *[3]f32 = f
}
module m5 = {
  def g : [3]f32 -> *[3]f32 = \x: *[3]f32 -> copy x
}
module m6 = {
  def g : [3]f32 -> *[3]f32 = map (+1)
}
module m7 = {
  def g : *[3]f32 -> *[3]f32 = \(x: *[3]f32): *[3]f32 -> x with [0] = 1
  def main (a: *[3]f32) = g a
}
