-- Updates of slices with strides.
-- ==
-- entry: main
-- input { [0, 0, 0, 0, 0] } output { [1, 0, 2, 0, 3] [0, 3, 2, 1, 0] }
def main (xs: [5]i32): ([5]i32, [5]i32) =
  (copy xs with [::2] = [1, 2, 3], copy xs with [3:0:-1] = [1, 2, 3])
