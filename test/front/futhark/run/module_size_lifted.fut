-- An abstract size-lifted type.
-- ==
-- entry: main
-- input { [1, -2, 3] } output { 4 2i64 }
module bag: { type~ t val make [n]: [n]i32 -> t val total: t -> i32 val count: t -> i64 } = {
  type~ t = []i32
  def make [n] (xs: [n]i32): t = filter (> 0) xs
  def total (b: t): i32 = i32.sum b
  def count (b: t): i64 = length b
}
def main (xs: []i32): (i32, i64) = let b = bag.make xs in (bag.total b, bag.count b)
