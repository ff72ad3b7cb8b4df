-- In-place updates of a matrix in nested loops.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [1, 2, 3]] }
def main (n: i64) (m: i64): [n][m]i64 =
  loop a = replicate n (replicate m 0) for i < n do
    loop a for j < m do
      a with [i, j] = i + j
