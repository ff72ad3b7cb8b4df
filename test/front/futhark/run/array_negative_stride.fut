-- Slices with negative and large strides, and empty ones.
-- ==
-- entry: main
-- input { [0, 1, 2, 3, 4, 5] } output { [5, 4, 3, 2, 1, 0] [4, 2] [0, 3] [5, 3, 1] empty([0]i32) [5, 2] }
def main (xs: [6]i32): ([]i32, []i32, []i32, []i32, []i32, []i32) =
  (xs[::-1], xs[4:0:-2], xs[::3], xs[::-2], xs[3:3], xs[5:0:-3])
