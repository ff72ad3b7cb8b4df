-- The value of an update is made where the update puts it, although its maker reads the array.
-- ==
-- structure c { not alloc }
-- structure cuda { not alloc }
-- ==
-- entry: row
-- input { [[1i64, 2, 3], [4, 5, 6]] 1i64 } output { [[1i64, 2, 3], [8, 10, 12]] }
-- input { [[1i64, 2, 3], [4, 5, 6]] 2i64 } error: E0402.*Index \[2\] out of bounds
-- ==
-- entry: other_row
-- input { [[1i64, 2, 3], [4, 5, 6]] 1i64 } output { [[1i64, 2, 3], [6, 5, 4]] }
-- ==
-- entry: column
-- input { [[1i64, 2, 3], [4, 5, 6]] 1i64 } output { [[1i64, 2, 3], [4, 8, 6]] }
-- ==
-- entry: upper
-- input { 2i64 [1i64, 2, 3, 4, 5] } output { [1i64, 2, 2, 3, 5] }
-- ==
-- entry: halves
-- input { 2i64 [1i64, 2, 3, 4, 5] } output { [2i64, 3, 9, 16, 25] }
-- ==
-- entry: odd
-- input { [1i64, 2, 3, 4, 5, 6] } output { [1i64, 1, 3, 3, 5, 5] }
-- ==
-- entry: interior
-- input { [[4i64, 3, 2], [2, 5, 1], [1, 1, 6]] } output { [[4i64, 3, 2], [2, -1, -3], [1, -2, -2]] }
-- ==
-- entry: diagonals
-- input { [[1i64, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]] }
-- output { [[1i64, 1, 1, 1], [1, 3, 5, 0], [1, 5, 0, 0], [1, 0, 0, 0]] }
-- ==
-- entry: squares
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1i64, 2, 3], [4, 25, 36], [7, 64, 81]] }
-- ==
-- entry: cubes
-- input { [[[1i64, 2], [3, 4]], [[5, 6], [7, 8]], [[1, 1], [2, 2]]] }
-- output { [[[1i64, 2], [3, 4]], [[26, 38], [52, 68]], [[2, 3], [7, 8]]] }
-- ==
-- entry: cholesky
-- input { [[4i64, 3, 2], [2, 5, 1], [1, 1, 6]] } output { [[4i64, 3, 2], [2, 1, -1], [1, -1, 4]] }
-- ==
-- entry: two_rows
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 2i64 } output { [[1i64, 2, 3], [-3, -3, -3], [7, 8, 9]] }
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 1i64 } output { [[1i64, 2, 3], [0, 0, 0], [7, 8, 9]] }

entry row [n] [m] (a: *[n][m]i64) (i: i64): [n][m]i64 =
  a with [i] = map (* 2) a[i]

-- The row is read backwards, but it is another one.
entry other_row [n] [m] (a: *[n][m]i64) (i: i64): [n][m]i64 =
  a with [i] = map (\j -> if i == 0 then 0 else a[i - 1, m - 1 - j] + 3) (iota m)

entry column [n] [m] (a: *[n][m]i64) (j: i64): [n][m]i64 =
  a with [1:n, j] = map2 (\x y -> x + y - 1) a[1:n, j] a[1:n, 0]

entry upper [m] (n: i64) (a: *[m]i64): [m]i64 =
  a with [n:n + n] = (map (+ 1) a[:n] :> [n + n - n]i64)

-- Both halves are made before the first of them is put in.
entry halves [m] (n: i64) (a: *[m]i64): [m]i64 =
  let low = map (+ 1) a[:n]
  let high = map (\x -> x * x) a[n:m]
  let b = a with [:n] = low
  in b with [n:m] = high

entry odd [n] (a: *[n]i64): [n]i64 =
  a with [1:n:2] = map (+ 0) a[0:n - 1:2]

entry interior [n] (a: *[n][n]i64): [n][n]i64 =
  loop a for k < n - 1 do
    let row = a[k, k + 1:n]
    let column = a[k + 1:n, k]
    in a with [k + 1:n, k + 1:n] =
         map2 (\r c -> map2 (\x y -> x - c * y) r row) a[k + 1:n, k + 1:n] column

-- Needleman-Wunsch without blocks: what is above, left and both of each element of a diagonal, up to
-- the longest one.
entry diagonals [n] (a: *[n][n]i64): [n][n]i64 =
  let flat =
    loop b = flatten a for k' < n - 2 do
      let k = k' + 2
      let start = k + n - 1
      in b with [start:start + (k - 1) * (n - 1):n - 1] =
           tabulate (k - 1) (\i -> let at = start + i * (n - 1)
                                   in b[at - 1] + b[at - n] + b[at - n - 1])
  in unflatten flat

entry squares [n] (a: *[n][n]i64): [n][n]i64 =
  a with [1:n, 1:n] = map (map (\x -> x * x)) a[1:n, 1:n]

-- A nest of three maps: its versions make rows in loops inside each other.
entry cubes [n] [m] [k] (a: *[n][m][k]i64): [n][m][k]i64 =
  a with [1:n] = map2 (\x y -> map2 (map2 (\u v -> u * u + v)) x y) a[1:n] (replicate (n - 1) a[0])

-- The column in front of each row, in rows that are above, below, and the row itself.
entry cholesky [n] (a: *[n][n]i64): [n][n]i64 =
  loop a for k < n do
    let column = a[k + 1:n, k]
    in a with [k + 1:n, k + 1:n] =
         map2 (\r x -> map2 (\y z -> y - x * z) r column) a[k + 1:n, k + 1:n] column

-- Two rows that may be one: then each element is read by the point that writes it.
entry two_rows [n] (a: *[n][n]i64) (i: i64) (j: i64): [n][n]i64 =
  a with [i] = map2 (-) a[i] a[j]
