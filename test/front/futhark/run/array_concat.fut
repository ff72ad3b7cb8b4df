-- Concatenation by name and by operator, of rows too.
-- ==
-- entry: main
-- input { [1, 2] [3] } output { [1, 2, 3] [3, 1, 2] 3i64 }
-- input { empty([0]i32) [3] } output { [3] [3] 1i64 }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) 0i64 }
-- ==
-- entry: rows
-- input { [[1, 2]] [[3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
entry main [n] [m] (xs: [n]i32) (ys: [m]i32): ([n + m]i32, [m + n]i32, i64) =
  (concat xs ys, ys ++ xs, length (xs ++ ys))
entry rows (xs: [][2]i32) (ys: [][2]i32) = xs ++ ys
