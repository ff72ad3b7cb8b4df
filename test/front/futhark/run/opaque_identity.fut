-- opaque, trace and break give their argument.
-- ==
-- entry: main
-- input { [1, 2] 3 } output { [1, 2] 3 [2, 3] }
def main (xs: []i32) (y: i32): ([]i32, i32, []i32) = (opaque xs, trace y, map (+ 1) (opaque xs))
