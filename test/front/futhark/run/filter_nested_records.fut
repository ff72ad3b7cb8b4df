-- A filter of records with arrays, counted and flattened.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4], [5, 6]] [true, false, true] } output { [1, 2, 5, 6] 2i64 }
def main [n] [m] (xss: [n][m]i32) (keep: [n]bool): ([]i32, i64) =
  let kept = filter (.1) (zip xss keep)
  in (flatten (map (.0) kept), length kept)
