-- Implicit maps of functions with several arguments, of arrays of tuples, and in pipes.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [11, 12, 13] [3, 4, 5] 6 [[2, 3], [3, 4], [4, 5]] }
def add (x: i32) (y: i32) = x + y
def main [n] (xs: [n]i32): ([n]i32, [n]i32, i32, [n][2]i32) =
  ( add xs 10
  , add 1 (add xs 1)
  , i32.sum (xs * 1)
  , map (\x -> add x [1, 2]) xs )
