-- A match of which one arm updates.
-- ==
-- entry: main
-- input { [1, 2] 0 } output { [5, 2] }
-- input { [1, 2] 1 } output { [1, 5] }
-- input { [1, 2] 2 } output { [1, 2] }
def main (xs: *[]i32) (k: i32): []i32 =
  match k
  case 0 -> xs with [0] = 5
  case 1 -> let xs[1] = 5 in xs
  case _ -> xs
