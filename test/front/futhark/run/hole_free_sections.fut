-- Sections with complex operands.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [7, 8, 9] [3, 6, 9] [true, false, false] }
def main (xs: []i32): ([]i32, []i32, []bool) =
  let k = 2
  in (map (+ k * 3) xs, map ((k + 1) *) xs, map (< k) xs)
