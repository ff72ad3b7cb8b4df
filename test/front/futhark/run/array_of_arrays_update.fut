-- Rows and columns updated in place.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [9, 9]] [[7, 2], [7, 4]] }
def main (xss: [2][2]i32): ([2][2]i32, [2][2]i32) =
  (copy xss with [1] = replicate 2 9, copy xss with [:, 0] = [7, 7])
