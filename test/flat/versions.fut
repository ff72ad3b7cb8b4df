-- Few long rows: a version with a loop over the rows.
entry main [n][m] (xss: [n][m]i32): ([n]i32, [n][m]i32) =
  (map i32.sum xss, map (scan (+) 0) xss)
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [6, 15] [[1, 3, 6], [4, 9, 15]] }
-- input { empty([0][3]i32) } output { empty([0]i32) empty([0][3]i32) }
-- input { empty([2][0]i32) } output { [0, 0] empty([2][0]i32) }
-- structure inline,simplify,core_to_flat { threshold 2, loop 2 }
