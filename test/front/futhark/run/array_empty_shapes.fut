-- Empty arrays keep their inner sizes.
-- ==
-- entry: main
-- input { 3i64 } output { empty([0][3]i32) empty([3][0]i32) 0i64 [0, 0, 0] }
def main (n: i64): ([][n]i32, [n][]i32, i64, [n]i32) =
  let rows = replicate 0 (replicate n 1)
  let columns = replicate n (replicate 0 1)
  in (rows, columns, length rows, map i32.sum columns)
