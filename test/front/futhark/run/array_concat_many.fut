-- Concatenations of literals and of empty arrays.
-- ==
-- entry: main
-- input { [5] } output { [1, 2, 5, 3] [5] [5, 5, 5] }
def main (xs: []i32): ([]i32, []i32, []i32) =
  ([1, 2] ++ xs ++ [3], [] ++ xs ++ [], xs ++ xs ++ xs)
