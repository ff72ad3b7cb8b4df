-- An array inside of a record, updated in place by a path.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [1, 20, 3] 7 }
def main (xs: [3]i32): ([3]i32, i32) =
  let r = {data = copy xs, k = 7}
  let r = r with data = (copy r.data with [1] = 20)
  in (r.data, r.k)
