-- Slices and indices in several dimensions at once.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[5, 6], [8, 9]] [3, 6, 9] [7, 8, 9] 6 [[3, 2, 1], [9, 8, 7]] }
def main (xss: [3][3]i32): ([][]i32, []i32, []i32, i32, [][]i32) =
  (xss[1:, 1:], xss[:, 2], xss[2], xss[1, 2], xss[::2, ::-1])
