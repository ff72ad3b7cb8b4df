-- Loops over arrays, of tuples too.
-- ==
-- entry: main
-- input { [1, 2, 3] [4, 5, 6] } output { 123 32 }
-- input { empty([0]i32) empty([0]i32) } output { 0 0 }
def main [n] (xs: [n]i32) (ys: [n]i32): (i32, i32) =
  ( loop acc = 0 for x in xs do acc * 10 + x
  , loop acc = 0 for (x, y) in zip xs ys do acc + x * y )
