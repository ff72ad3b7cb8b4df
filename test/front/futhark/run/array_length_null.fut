-- length and null look at the outer dimension only.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4], [5, 6]] } output { 3i64 false }
-- input { empty([0][2]i32) } output { 0i64 true }
-- input { empty([2][0]i32) } output { 2i64 false }
def main (xs: [][]i32): (i64, bool) = (length xs, null xs)
