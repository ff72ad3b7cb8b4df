-- A tuple of which one part has a `*`: both are consumed.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [0, 2] [3, 4] }
def clear (xs: *[]i32, ys: []i32): ([]i32, []i32) = (xs with [0] = 0, ys)
def main (xs: *[]i32) (ys: *[]i32): ([]i32, []i32) = clear (xs, ys)
