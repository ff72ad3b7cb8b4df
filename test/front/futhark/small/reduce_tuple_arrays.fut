-- Reduce tuple arrays.
-- ==
-- input { [[1,2],[3,4]] } output { [4,6] [3,8] }

entry main [n][m] (a: [n][m]i32) =
  reduce (\(x1, y1) (x2, y2) -> (map2 (+) x1 x2, map2 (*) y1 y2)) (replicate m 0, replicate m 1) (zip a a)
