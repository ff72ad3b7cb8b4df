-- A two-dimensional convolution with zero padding.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[12, 21, 16], [27, 45, 33], [24, 39, 28]] }
def main [n] [m] (image: [n][m]i32): [n][m]i32 =
  let at (i: i64) (j: i64): i32 = if i < 0 || i >= n || j < 0 || j >= m then 0 else image[i, j]
  in tabulate_2d n m (\i j ->
       i32.sum (flatten (tabulate_2d 3 3 (\a b -> at (i + a - 1) (j + b - 1)))))
