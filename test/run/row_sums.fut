-- Sums of rows and of columns that need more than the element: the vector, what is known of the row, where it is. Each is
-- compared with loops. On devices long rows are shared out by warps or blocks, and columns by neighbours.
def agrees [n] (xs: [n]i64) (ys: [n]i64): bool = and (map2 (==) (opaque xs) ys)

-- By one histogram over all elements.
def row_sums [n][m] (f: i64 -> i64 -> i64) (_: [n][m]i64): [n]i64 =
  reduce_by_index (replicate n 0) (+) 0 (map (/ m) (iota (n * m))) (map (\e -> f (e / m) (e % m)) (iota (n * m)))

def column_sums [n][m] (f: i64 -> i64 -> i64) (_: [n][m]i64): [m]i64 =
  reduce_by_index (replicate m 0) (+) 0 (map (% m) (iota (n * m))) (map (\e -> f (e / m) (e % m)) (iota (n * m)))

entry by_rows [n][m] (a: [n][m]i64) (x: [m]i64): bool =
  agrees (map (\r -> i64.sum (map2 (*) r x)) a) (row_sums (\i j -> a[i, j] * x[j]) a)

entry around_rows [n][m] (a: [n][m]i64) (y: [n]i64): bool =
  agrees (map2 (\r b -> i64.sum (map (\v -> (v - b) * (v - b)) r)) a y) (row_sums (\i j -> (a[i, j] - y[i]) * (a[i, j] - y[i])) a)

entry by_columns [n][m] (a: [n][m]i64) (y: [n]i64): bool =
  agrees (map (\c -> i64.sum (map2 (*) c y)) (transpose a)) (column_sums (\i j -> a[i, j] * y[i]) a)

entry columns [n][m] (a: [n][m]i64): bool = agrees (map i64.sum (transpose a)) (column_sums (\i j -> a[i, j]) a)

entry least [n][m] (a: [n][m]i64): bool =
  let closer (i, v) (j, w) = if w < v || (w == v && j < i) then (j, w) else (i, v)
  let places = map (\r -> (reduce_comm closer (m, i64.highest) (zip (iota m) r)).0) a
  let least = reduce_by_index (replicate n i64.highest) i64.min i64.highest (map (/ m) (iota (n * m))) (flatten a)
  in and (map3 (\k r v -> m == 0 || r[k] == v) (opaque places) a least)

-- What fails in a row is told.
entry quotients [n][m] (a: [n][m]i64) (x: [m]i64): [n]i64 = map (\r -> i64.sum (map2 (/) r x)) a
-- ==
-- entry: by_rows
-- random input { [1][1]i64 [1]i64 } output { true }
-- random input { [3][47]i64 [47]i64 } output { true }
-- random input { [3][48]i64 [48]i64 } output { true }
-- random input { [70][100]i64 [100]i64 } output { true }
-- random input { [15][129]i64 [129]i64 } output { true }
-- random input { [129][17]i64 [17]i64 } output { true }
-- random input { [5000][16]i64 [16]i64 } output { true }
-- random input { [33][2050]i64 [2050]i64 } output { true }
-- random input { [2][70001]i64 [70001]i64 } output { true }
-- random input { [1000][3]i64 [3]i64 } output { true }
-- random input { [0][10]i64 [10]i64 } output { true }
-- random input { [10][0]i64 [0]i64 } output { true }
-- ==
-- entry: around_rows
-- random input { [1][1]i64 [1]i64 } output { true }
-- random input { [3][47]i64 [3]i64 } output { true }
-- random input { [3][48]i64 [3]i64 } output { true }
-- random input { [70][100]i64 [70]i64 } output { true }
-- random input { [15][129]i64 [15]i64 } output { true }
-- random input { [129][17]i64 [129]i64 } output { true }
-- random input { [5000][16]i64 [5000]i64 } output { true }
-- random input { [33][2050]i64 [33]i64 } output { true }
-- random input { [2][70001]i64 [2]i64 } output { true }
-- random input { [1000][3]i64 [1000]i64 } output { true }
-- random input { [0][10]i64 [0]i64 } output { true }
-- random input { [10][0]i64 [10]i64 } output { true }
-- ==
-- entry: by_columns
-- random input { [1][1]i64 [1]i64 } output { true }
-- random input { [3][47]i64 [3]i64 } output { true }
-- random input { [3][48]i64 [3]i64 } output { true }
-- random input { [70][100]i64 [70]i64 } output { true }
-- random input { [15][129]i64 [15]i64 } output { true }
-- random input { [129][17]i64 [129]i64 } output { true }
-- random input { [5000][16]i64 [5000]i64 } output { true }
-- random input { [33][2050]i64 [33]i64 } output { true }
-- random input { [2][70001]i64 [2]i64 } output { true }
-- random input { [1000][3]i64 [1000]i64 } output { true }
-- random input { [0][10]i64 [0]i64 } output { true }
-- random input { [10][0]i64 [10]i64 } output { true }
-- ==
-- entry: columns
-- random input { [1][1]i64 } output { true }
-- random input { [3][47]i64 } output { true }
-- random input { [3][48]i64 } output { true }
-- random input { [70][100]i64 } output { true }
-- random input { [15][129]i64 } output { true }
-- random input { [129][17]i64 } output { true }
-- random input { [5000][16]i64 } output { true }
-- random input { [33][2050]i64 } output { true }
-- random input { [2][70001]i64 } output { true }
-- random input { [1000][3]i64 } output { true }
-- random input { [0][10]i64 } output { true }
-- random input { [10][0]i64 } output { true }
-- ==
-- entry: least
-- random input { [1][1]i64 } output { true }
-- random input { [3][47]i64 } output { true }
-- random input { [3][48]i64 } output { true }
-- random input { [70][100]i64 } output { true }
-- random input { [15][129]i64 } output { true }
-- random input { [129][17]i64 } output { true }
-- random input { [5000][16]i64 } output { true }
-- random input { [33][2050]i64 } output { true }
-- random input { [2][70001]i64 } output { true }
-- random input { [1000][3]i64 } output { true }
-- random input { [0][10]i64 } output { true }
-- random input { [10][0]i64 } output { true }
-- ==
-- entry: quotients
-- input { [[6, 8], [9, 12]] [2, 4] } output { [5, 7] }
-- input { [[6, 8], [9, 12]] [2, 0] } error: E0403.*division by zero
