-- Updates through several indices, and of parts of tuples in arrays.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [3, 40]] [[0, 0], [3, 4]] }
def main (xss: [2][2]i32): ([2][2]i32, [2][2]i32) =
  let a = copy xss
  let a[1, 1] = a[1, 1] * 10
  let b = copy xss
  let b[0] = replicate 2 0
  in (a, b)
