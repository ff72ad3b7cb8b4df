-- ==
-- input { 4i64 } output { 4i64 6 }
module m: { type~ t val mk: i64 -> t val len: t -> i64 val sum: t -> i32 } = {
  type~ t = []i32
  def mk (n: i64): t = map i32.i64 (iota n)
  def len (x: t) = length x
  def sum (x: t) = i32.sum x
}
def main (n: i64) = let v = m.mk n in (m.len v, m.sum v)
