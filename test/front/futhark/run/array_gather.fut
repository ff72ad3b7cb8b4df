-- Indexing by an array of indices, checked.
-- ==
-- entry: main
-- input { [10, 20, 30] [2i64, 0, 0] } output { [30, 10, 10] }
-- input { [10, 20, 30] [3i64] } error: E0402.*ut of bounds
-- input { [10, 20, 30] empty([0]i64) } output { empty([0]i32) }
def main [n] [m] (xs: [n]i32) (is: [m]i64): [m]i32 = map (\i -> xs[i]) is
