-- Comparisons with logical operators and arithmetic around them.
-- ==
-- entry: main
-- input { 5 } output { true false true true }
def main (x: i32): (bool, bool, bool, bool) =
  ( 0 < x && x < 10
  , x + 1 < x - 1 || x == 6
  , (x > 3) == (x > 4)
  , !(x == 0) && x != 1 )
