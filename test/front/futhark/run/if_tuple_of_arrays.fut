-- An if with a tuple of arrays of different sizes.
-- ==
-- entry: main
-- input { true [1, 2, 3] } output { [1] [2, 3] 3i64 }
-- input { false [1, 2, 3] } output { [1, 2, 3] empty([0]i32) 3i64 }
def main [n] (b: bool) (xs: [n]i32): ([]i32, []i32, i64) =
  let (as, bs) = if b then (xs[:1], xs[1:]) else (xs, [])
  in (as, bs, length as + length bs)
