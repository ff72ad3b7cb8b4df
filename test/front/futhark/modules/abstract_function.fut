-- ==
-- input { 4 } output { 9 }
module m: { type^ t val mk: i32 -> t val app: t -> i32 -> i32 } = {
  type^ t = i32 -> i32
  def mk (x: i32): t = \y -> x + y
  def app (f: t) (x: i32) = f x
}
def main (x: i32) = m.app (m.mk 5) x
