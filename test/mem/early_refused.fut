-- The value of an update is made elsewhere where something still reads what it would overwrite.
-- ==
-- structure c { alloc 12 }
-- structure cuda { alloc 13 }
-- ==
-- entry: shifted
-- input { [1i64, 2, 3, 4, 5] } output { [1i64, 1, 2, 3, 4] }
-- ==
-- entry: backwards
-- input { [1i64, 2, 3, 4, 5] } output { [5i64, 4, 3, 2, 1] }
-- ==
-- entry: gathered
-- input { [1i64, 2, 3] [2i64, 0, 0] } output { [3i64, 1, 1] }
-- ==
-- entry: read_later
-- input { [[1i64, 2], [3, 4]] 1i64 } output { [[1i64, 2], [6, 8]] 11i64 }
-- ==
-- entry: rows
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[6i64, 6, 6], [15, 15, 15]] }
-- ==
-- entry: overlapping
-- input { 1i64 [1i64, 2, 3, 4, 5] } output { [1i64, 2, 4, 9, 5] }
-- input { 3i64 [1i64, 2, 3, 4, 5] } output { [1i64, 2, 16, 25, 5] }
-- ==
-- entry: prefix
-- input { [1i64, 2, 3, 4] } output { [1i64, 3, 6, 10] }
-- ==
-- entry: unknown_rows
-- input { [[1i64, 2], [3, 4]] 0i64 1i64 } output { [[4i64, 3], [3, 4]] }
-- input { [[1i64, 2], [3, 4]] 1i64 1i64 } output { [[1i64, 2], [7, 7]] }
-- ==
-- entry: upper_neighbours
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1i64, 2, 3], [4, 6, 8], [7, 12, 14]] }
-- ==
-- entry: crossed
-- input { 2i64 [1i64, 2, 3, 4] } output { [4i64, 3, 2, 1] }
-- ==
-- entry: ahead
-- input { [1i64, 2, 3, 4, 5] } output { [2i64, 6, 12, 20, 5] }
-- ==
-- entry: row_sums
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[7i64, 8, 9], [19, 20, 21]] }

entry shifted [n] (a: *[n]i64): [n]i64 =
  a with [1:n] = map (+ 0) a[0:n - 1]

entry backwards [n] (a: *[n]i64): [n]i64 =
  a with [0:n] = map (\i -> a[n - 1 - i]) (iota n)

entry gathered [n] (a: *[n]i64) (is: [n]i64): [n]i64 =
  a with [0:n] = map (\i -> a[i]) is

-- The sum is taken between the making of the row and its update.
entry read_later [n] [m] (a: *[n][m]i64) (i: i64): ([n][m]i64, i64) =
  let row = map (* 2) a[i]
  let total = loop s = 0 for j < m do s * 2 + a[i, m - 1 - j]
  in (a with [i] = row, total)

-- Each point reads all of its row.
entry rows [n] [m] (a: *[n][m]i64): [n][m]i64 =
  a with [0:n] = map (\row -> map (\_ -> i64.sum row) (iota m)) a

entry overlapping [m] (k: i64) (a: *[m]i64): [m]i64 =
  a with [2:4] = map (\i -> a[k + i] * a[k + i]) (iota 2)

-- Threads of a device share out the points of a scan in other ways than those of a map.
entry prefix [n] (a: *[n]i64): [n]i64 =
  a with [0:n] = scan (+) 0 a

entry unknown_rows [n] [m] (a: *[n][m]i64) (i: i64) (k: i64): [n][m]i64 =
  a with [i] = map2 (\x y -> if i == k then x + y else y) a[i] (reverse a[k])

-- What is above belongs to another point.
entry upper_neighbours [n] (a: *[n][n]i64): [n][n]i64 =
  a with [1:n, 1:n] = tabulate_2d (n - 1) (n - 1) (\i j -> a[i, j] + a[i + 1, j + 1])

entry crossed [m] (n: i64) (a: *[m]i64): [m]i64 =
  let low = map (\i -> a[m - 1 - i]) (iota n)
  let high = map (\i -> a[m - 1 - n - i]) (iota (m - n))
  let b = a with [:n] = low
  in b with [n:m] = high

entry ahead [n] (a: *[n]i64): [n]i64 =
  a with [0:n - 1] = map2 (*) a[0:n - 1] a[1:n]

-- The threads of a row may each need its sum.
entry row_sums [n] [m] (a: *[n][m]i64): [n][m]i64 =
  a with [0:n] = map (\row -> let s = loop s = 0 for x in row do s + x
                              in map (+ s) row) a
