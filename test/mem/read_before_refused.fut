-- What is read before an update puts it somewhere is made elsewhere where it is needed afterwards,
-- or something else is written there meanwhile.
-- ==
-- structure c { copies 8 }
-- ==
-- entry: kept
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[0i64, 0, 0], [4, 5, 6]] [2i64, 3, 4] }
-- ==
-- entry: read_later
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[0i64, 3, 4], [4, 5, 6]] 9i64 }
-- ==
-- entry: overwritten
-- input { [1i64, 2, 3, 4, 5] } output { [4i64, 6, 6, 4, 5] [2i64, 3, 4] }
-- ==
-- entry: in_other_order
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[2i64, 3, 3], [5, 6, 6], [7, 8, 9]] 5i64 }
-- ==
-- entry: carried
-- input { [[1i64, 2, 3], [4, 5, 6]] 0i64 } output { [[9i64, 9, 9], [4, 5, 6]] [2i64, 3, 4] }
-- input { [[1i64, 2, 3], [4, 5, 6]] 1i64 } output { [[9i64, 9, 9], [4, 5, 6]] [3i64, 4, 5] }
-- ==
-- entry: old_row
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[8i64, 9, 10], [4, 5, 6]] }

-- The row is a result, too, and its place is written again.
entry kept [n] [m] (a: *[n][m]i64): ([n][m]i64, [m]i64) =
  let row = map (+ 1) a[0]
  let b = a with [0] = row
  in (b with [0] = replicate m 0, row)

-- The sum is taken when the row is in the array, where an element of it has changed.
entry read_later [n] [m] (a: *[n][m]i64): ([n][m]i64, i64) =
  let row = map (+ 1) a[0]
  let b = a with [0] = row
  let c = b with [0, 0] = 0
  in (c, i64.sum row)

-- What is read is overwritten by the update before its own.
entry overwritten [n] (a: *[n]i64): ([n]i64, [3]i64) =
  let low = map (\i -> a[i] + 1) (iota 3)
  let high = map (\i -> low[2 - i] + 1) (iota 3)
  let b = a with [1:4] = high
  let old = map (\x -> x * 1) low
  let c = b with [0:3] = (map2 (+) old (map (\i -> b[i + 1] - low[i]) (iota 3)))
  let d = c with [0] = 4
  in (d with [1:4] = [6, 6, 4], old)

-- The rows are read as one.
entry in_other_order [n] [m] (a: *[n][m]i64): ([n][m]i64, i64) =
  let part = map (\row -> map (+ 1) row[:2]) a[:2]
  let flat = flatten part
  let some = flat[2] * 1
  in (a with [:2, :2] = part, some)

-- A loop may give the row itself.
entry carried [n] [m] (a: *[n][m]i64) (k: i64): ([n][m]i64, [m]i64) =
  let row = map (+ 1) a[0]
  let other = loop r = row for _i < k do map (+ 1) r
  let b = a with [0] = row
  in (b with [0] = replicate m 9, other)

-- The loop of a point starts from all of the row.
entry old_row [n] [m] (a: *[n][m]i64): [n][m]i64 =
  a with [0] = map (\j -> let r = loop r = copy a[0] for k < m do r with [k] = r[k] + a[0, m - 1 - k]
                          in r[j] + a[1, j])
               (iota m)
