-- A parametric type in a module type.
-- ==
-- entry: main
-- input { 3 } output { 3 true 4 }
module type boxes = {
  type box 'a
  val box 'a: a -> box a
  val unbox 'a: box a -> a
  val map 'a 'b: (a -> b) -> box a -> box b
}
module boxes: boxes = {
  type box 'a = {it: a}
  def box 'a (x: a): box a = {it = x}
  def unbox 'a (b: box a): a = b.it
  def map 'a 'b (f: a -> b) (b: box a): box b = {it = f b.it}
}
def main (x: i32): (i32, bool, i32) =
  (boxes.unbox (boxes.box x), boxes.unbox (boxes.box true), boxes.(unbox (map (+ 1) (box x))))
