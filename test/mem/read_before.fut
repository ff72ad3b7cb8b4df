-- An array that is only read before an update puts it into another is made there. For a device the
-- rows of `running` are stored in another order before.
-- ==
-- structure c { alloc 1, copies 0 }
-- structure cuda { copies 2 }
-- ==
-- entry: sums
-- input { [[1i64, 2, 3], [4, 5, 6]] 1i64 } output { [[1i64, 2, 3], [5, 6, 7]] 18i64 }
-- input { [[1i64, 2, 3], [4, 5, 6]] 2i64 } error: E0402.*Index \[2\] out of bounds
-- ==
-- entry: elimination
-- input { [[2i64, 3, 4], [5, 6, 7], [8, 9, 1]] } output { [[2i64, 4, 5], [7, 34, 42], [10, 49, 51]] }
-- input { [[2i64]] } output { [[2i64]] }
-- input { empty([0][0]i64) } output { empty([0][0]i64) }
-- ==
-- entry: running
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[1i64, 3, 6], [4, 9, 15]] }
-- input { empty([0][3]i64) } output { empty([0][3]i64) }
-- ==
-- entry: turned
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1i64, 2, 3], [4, 6, 8], [7, 14, 17]] }
-- ==
-- entry: two_views
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[2i64, 3, 4], [4, 5, 6]] [8i64, 6, 4] }

entry sums [n] [m] (a: *[n][m]i64) (i: i64): ([n][m]i64, i64) =
  let row = map (+ 1) a[i]
  let total = i64.sum row
  in (a with [i] = row, total)

-- The first row and column, and what is computed from them, in one array.
entry elimination [n] (a: *[n][n]i64): [n][n]i64 =
  if n == 0 then a
  else
    let top = map (+ 1) a[0, 1:n]
    let left = map (+ 2) a[1:n, 0]
    let rest = tabulate_2d (n - 1) (n - 1) (\i j -> a[1 + i, 1 + j] + left[i] * top[j])
    let b = a with [0, 1:n] = (top :> [n - 1]i64)
    let c = b with [1:n, 0] = (left :> [n - 1]i64)
    in c with [1:n, 1:n] = (rest :> [n - 1][n - 1]i64)

-- A loop that works on a copy of what it replaces, in each row.
entry running [n] [m] (a: *[n][m]i64): [n][m]i64 =
  a with [0:n] = map (\row -> loop r = copy row for j < m - 1 do r with [j + 1] = r[j] + r[j + 1]) a

-- The same for columns, whose rows are seen the other way.
entry turned [n] (a: *[n][n]i64): [n][n]i64 =
  if n == 0 then a
  else a with [1:n, 1:n] =
         (transpose (map (\j -> loop r = map (\i -> a[1 + i, 1 + j]) (iota (n - 1)) for i < n - 1 do
                                  r with [i] = r[i] + (if i == 0 then j + 1 else r[i - 1]))
                         (iota (n - 1))) :> [n - 1][n - 1]i64)

-- What is read of the row is a view.
entry two_views [n] [m] (a: *[n][m]i64): ([n][m]i64, [m]i64) =
  let row = map (+ 1) a[0]
  let back = map2 (+) (reverse row) (map (\x -> x * 2) (reverse row)) |> map (\x -> x / 3 * 2)
  in (a with [0] = row, back)
