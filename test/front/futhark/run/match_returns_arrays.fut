-- Arms that return arrays of different sizes.
-- ==
-- entry: main
-- input { 0 } output { empty([0]i32) }
-- input { 1 } output { [1] }
-- input { 7 } output { [7, 7] }
def main (x: i32): []i32 =
  match x
  case 0 -> []
  case 1 -> [1]
  case n -> replicate 2 n
