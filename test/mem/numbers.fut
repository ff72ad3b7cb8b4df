-- Numbers of points and rows that a program computes itself are those that a kernel has already,
-- also where a multiple of them wraps around, or comes before the first point of a row.
entry points [n][m] (xs: [n][m]i64) : [n][m]i64 =
  tabulate_2d n m (\i j -> (i * m + j) * 0x4000000000000001 + xs[i, j])

-- What is beside them is not lost.
entry beside [n][m] (xs: [n][m]i64) (k: i64) : [n][m]i64 =
  tabulate_2d n m (\i j -> if 0 < j && j < m - 1
                           then xs[i, j - 1] + xs[i, j + 1] * k
                           else k * m - (i * m + j))

-- In rows, of planes too.
entry rows [n][m][k] (xs: [n][m][k]i64) : [n][m]i64 =
  tabulate_2d n m (\i j -> i64.sum (tabulate k (\l -> xs[i, j, l] * ((i * m + j) * k + l))))

-- The parts of a number that is divided once more.
entry blocks [n] (xs: [n]i64) (size: i64) : [n]i64 =
  let whole = n / size * size
  in tabulate n (\i -> let block = i / size
                       let first = block * size
                       let inside = i - first
                       in if i < whole then xs[first + (size - 1 - inside)] else xs[first + inside])
-- ==
-- entry: points
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[1i64, 4611686018427387907, -9223372036854775803], [-4611686018427387897, 9, 4611686018427387915]] }
-- input { empty([0][3]i64) } output { empty([0][3]i64) }
-- input { empty([2][0]i64) } output { empty([2][0]i64) }
-- ==
-- entry: beside
-- input { [[1i64, 2, 3, 4], [5, 6, 7, 8]] 10i64 } output { [[40i64, 31, 42, 37], [36, 75, 86, 33]] }
-- input { [[1i64], [2], [3]] 7i64 } output { [[7i64], [6], [5]] }
-- ==
-- entry: rows
-- input { [[[1i64, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[2i64, 18], [50, 98]] }
-- input { [[[3i64], [4]], [[5], [6]]] } output { [[0i64, 4], [10, 18]] }
-- input { empty([2][2][0]i64) } output { [[0i64, 0], [0, 0]] }
-- ==
-- entry: blocks
-- input { [1i64, 2, 3, 4, 5, 6, 7, 8] 3i64 } output { [3i64, 2, 1, 6, 5, 4, 7, 8] }
-- input { [1i64, 2] 5i64 } output { [1i64, 2] }
