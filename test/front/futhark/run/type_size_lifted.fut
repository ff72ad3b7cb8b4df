-- A size-lifted abbreviation hides a size.
-- ==
-- entry: main
-- input { [1, -2, 3] } output { 2i64 4 }
type~ some_ints = []i32
def positives (xs: []i32): some_ints = filter (> 0) xs
def main (xs: []i32): (i64, i32) =
  let ys: some_ints = positives xs
  in (length ys, i32.sum ys)
