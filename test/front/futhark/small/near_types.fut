-- Near to types and patterns that are wrong, but right.
-- ==
-- entry: done
-- input { } output { true }
module m0 = {
  type^ t = bool -> []bool
}
module m1 = {
  type^ t [n] = [n]bool -> bool
}
module m2 = {
  type~ t = ([]bool, bool)
}
module m3 = {
  type^ t = ?[n].([n](), [n]bool -> bool)
}
module m4 = {
  def f (x: i32): ?[n].[n]i32 = replicate (i64.i32 x) 1
}
module m5 = {
  def f (x: i8) = match x case -128 -> 1i32 case _ -> 2
}
module m6 = {
  def f = 0x1.8p3
}
module m7 = {
  def f (x: u8) = match x case 255 -> 1i32 case 0xff -> 3 case _ -> 2
}
module m8 = {
  def f (x: f32) = match x case 1 -> 1i32 case 2.5 -> 3 case _ -> 2
}
module m9 = {
  module type a = { type t }
  module type b = { include a val x : t }
}
module m10 = {
  def f (x: *[][]i32) = x
}
module m11 = {
  def f (x: (*[]i32, i32)) = x.1
}
entry done = true
