-- Blocks of a matrix updated in place.
-- ==
-- entry: main
-- input { } output { [[0, 0, 0, 0], [0, 1, 2, 0], [0, 3, 4, 0], [0, 0, 0, 0]] [[5, 5, 5, 5], [0, 0, 0, 0], [5, 5, 5, 5], [0, 0, 0, 0]] }
def main: ([4][4]i32, [4][4]i32) =
  let a = replicate 4 (replicate 4 0)
  let b = copy a
  let a[1:3, 1:3] = [[1, 2], [3, 4]]
  let b[::2] = replicate 2 (replicate 4 5)
  in (a, b)
