-- Precedence and associativity, with values.
-- ==
-- entry: main
-- input { 2 } output { 14 -6 64 4 true 6 0 }
def main (x: i32): (i32, i32, i32, i32, bool, i32, i32) =
  ( x + 3 * 4
  , x - 3 - 5
  , x ** 3 ** 2
  , 20 / 2 / x - 1
  , x + 1 == 3 && x < 3 || false
  , x | 4 & 7
  , -x + x )
