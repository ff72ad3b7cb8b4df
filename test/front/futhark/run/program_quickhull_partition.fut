-- A stable three-way split by a pivot.
-- ==
-- entry: main
-- input { [5, 3, 8, 5, 1] } output { [3, 1, 5, 5, 8] }
def main (xs: []i32): []i32 =
  let p = xs[0]
  let (lt, eq, gt) = partition2 (< p) (== p) xs
  in lt ++ eq ++ gt
