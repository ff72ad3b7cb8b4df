-- spread makes its own destination.
-- ==
-- entry: main
-- input { [3i64, 0, 9] [1, 2, 3] } output { [2, -1, -1, 1, -1] }
-- input { empty([0]i64) empty([0]i32) } output { [-1, -1, -1, -1, -1] }
def main [n] (is: [n]i64) (vs: [n]i32): [5]i32 = spread 5 (-1) is vs
