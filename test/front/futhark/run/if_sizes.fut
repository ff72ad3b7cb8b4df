-- Arms with different sizes give a size that is known afterwards.
-- ==
-- entry: main
-- input { true [1, 2, 3] } output { [1, 2] 2i64 }
-- input { false [1, 2, 3] } output { [1, 2, 3, 1, 2, 3] 6i64 }
def main [n] (b: bool) (xs: [n]i32): ([]i32, i64) =
  let ys = if b then xs[:2] else xs ++ xs
  in (ys, length ys)
