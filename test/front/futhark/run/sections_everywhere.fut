-- Sections of qualified operators, of pipes, and of projections.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [2, 4, 6] [true, true, false] [6, 6] 3i64 [3, 2, 1] }
def main (xs: [3]i32): ([]i32, []bool, []i32, i64, []i32) =
  ( map (2 i32.*) xs
  , map (i32.< 3) xs
  , map (|> i32.sum) [xs, reverse xs]
  , (|> length) xs
  , map (.0) (zip (reverse xs) xs) )
