-- A module may shadow names of the prelude and of outer modules.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 3i64 100 6 }
module m = {
  def length (_: []i32): i32 = 100
  def sum (xs: []i32): i32 = reduce (+) 0 xs
}
def main (xs: []i32): (i64, i32, i32) = (length xs, m.length xs, m.sum xs)
