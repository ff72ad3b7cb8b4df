-- Writes out of bounds are ignored; the last use of the destination is consumed.
-- ==
-- entry: main
-- input { [10, 20, 30] [0i64, 2] [1, 3] } output { [1, 20, 3] }
-- input { [10, 20, 30] [-1i64, 3] [1, 3] } output { [10, 20, 30] }
-- input { [10, 20] empty([0]i64) empty([0]i32) } output { [10, 20] }
-- input { empty([0]i32) [0i64] [1] } output { empty([0]i32) }
def main [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32): []i32 = scatter dest is vs
