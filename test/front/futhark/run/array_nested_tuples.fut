-- Arrays in tuples in arrays in tuples.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { 9i64 [[0i64, 1, 2], [0, 1, 2]] [true, false] }
type cell [m] = (i64, ([m]i64, bool))
def main (n: i64) (m: i64): (i64, [n][m]i64, [n]bool) =
  let cells: [n]cell [m] = map (\i -> (i, (iota m, i % 2 == 0))) (iota n)
  let (a, b) = unzip cells
  let (c, d) = unzip b
  let s = reduce (+) 0 (map (\(i, (xs, f)) -> if f then i64.sum xs else i64.sum xs * 2 * i) cells)
  in (s + i64.sum a - 1, c, d)
