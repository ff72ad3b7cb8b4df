-- Updates are checked like reads.
-- ==
-- entry: main
-- input { [1, 2] 1i64 } output { [1, 0] }
-- input { [1, 2] 2i64 } error: E0402.*ut of bounds
-- input { [1, 2] -1i64 } error: E0402.*ut of bounds
def main (xs: *[]i32) (i: i64): []i32 = xs with [i] = 0
