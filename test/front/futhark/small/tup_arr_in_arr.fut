-- Tup arr in arr.
-- ==
-- input { [[1,2],[3,4]] } output { [3,14] [[2,3],[4,5]] }

entry main [n][m] (a: [n][m]i32) =
  let ps : [n](i64, [m]i32) = zip (iota n) a
  in (map (\(k, row) -> i32.sum row + (if k == 1 then 7 else 0)) ps, map (\(_, row) -> map (+1) row) ps)
