-- A function that returns an array with its size inside a record.
-- ==
-- entry: main
-- input { [3, -1, 4] } output { 2i64 [3, 4] }
def positive (xs: []i32): ?[k].{count: i64, values: [k]i32} =
  let ys = filter (> 0) xs
  in {count = length ys, values = ys}
def main (xs: []i32): (i64, []i32) =
  let r = positive xs
  in (r.count, r.values)
