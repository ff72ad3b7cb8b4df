-- A failure in one element fails the program.
-- ==
-- entry: main
-- input { [1, 2] } output { [10, 5] }
-- input { [1, 0] } error: E0403.*zero
def main (xs: []i32): []i32 = map (10 /) xs
