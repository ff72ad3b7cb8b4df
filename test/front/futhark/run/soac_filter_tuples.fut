-- filter over an array of tuples, and two filters with different sizes.
-- ==
-- entry: pairs
-- input { [1, 2, 3] [5, 1, 7] } output { [1, 3] [5, 7] }
-- ==
-- entry: both
-- input { [-1, 2, -3] } output { [-1, -3] [2] 2i64 1i64 }
entry pairs [n] (xs: [n]i32) (ys: [n]i32): ([]i32, []i32) =
  unzip (filter (\(x, y) -> x < y) (zip xs ys))
entry both (xs: []i32): ([]i32, []i32, i64, i64) =
  let negative = filter (< 0) xs
  let positive = filter (> 0) xs
  in (negative, positive, length negative, length positive)
