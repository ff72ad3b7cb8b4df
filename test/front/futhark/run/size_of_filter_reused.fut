-- The size of a filter serves for other arrays.
-- ==
-- entry: main
-- input { [1, -1, 2] } output { [1i64, 3] 2i64 }
def main (xs: []i32): ([]i64, i64) =
  let ys = filter (> 0) xs
  let n = length ys
  let zs = map2 (\y i -> i64.i32 y + i) ys (indices ys)
  in (zs, n)
