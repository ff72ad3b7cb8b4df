-- A module with a type with a size, through a parametric module.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [3, 2, 1] 6 }
module type container = {
  type c [n]
  val pack [n]: [n]i32 -> c [n]
  val unpack [n]: c [n] -> [n]i32
}
module reversing (m: container) = {
  def flip [n] (c: m.c [n]): m.c [n] = m.pack (reverse (m.unpack c))
  def total [n] (c: m.c [n]): i32 = i32.sum (m.unpack c)
}
module plain: container = {
  type c [n] = [n]i32
  def pack [n] (xs: [n]i32): c [n] = xs
  def unpack [n] (c: c [n]): [n]i32 = c
}
module r = reversing plain
def main [n] (xs: [n]i32): ([n]i32, i32) =
  let c = plain.pack xs
  in (plain.unpack (r.flip c), r.total c)
