-- Two parts of a result share an unknown size.
-- ==
-- entry: main
-- input { [1, -1, 2] } output { [2, 4] }
def twice (xs: []i32): ?[k].([k]i32, [k]i32) =
  let ys = filter (> 0) xs
  in (ys, ys)
def main (xs: []i32): []i32 =
  let (as, bs) = twice xs
  in map2 (+) as bs
