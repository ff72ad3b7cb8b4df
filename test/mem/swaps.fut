-- Rows and columns that change places take three copies: to the side, across, and back, although their
-- numbers may be equal.
-- ==
-- structure c { copies 9, alloc 3 }
-- ==
-- entry: rows
-- input { 0i64 2i64 [[1, 2], [3, 4], [5, 6]] } output { [[5, 6], [3, 4], [1, 2]] }
-- input { 1i64 1i64 [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
-- input { 1i64 3i64 [[1, 2], [3, 4], [5, 6]] } error: E0402
-- ==
-- entry: columns
-- input { 0i64 1i64 [[1, 2], [3, 4], [5, 6]] } output { [[2, 1], [4, 3], [6, 5]] }
-- input { 1i64 1i64 [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
-- ==
-- entry: parts
-- input { 0i64 2i64 1i64 [[1, 2], [3, 4], [5, 6]] } output { [[1, 6], [3, 4], [5, 2]] }
-- input { 1i64 1i64 0i64 [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
-- input { 1i64 0i64 2i64 [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
entry rows [n] [m] (p: i64) (q: i64) (a: *[n][m]i32): [n][m]i32 =
  let row = copy a[p]
  let a = a with [p] = copy a[q]
  in a with [q] = row

entry columns [n] [m] (p: i64) (q: i64) (a: *[n][m]i32): [n][m]i32 =
  let column = copy a[:, p]
  let a = a with [:, p] = copy a[:, q]
  in a with [:, q] = column

entry parts [n] [m] (p: i64) (q: i64) (k: i64) (a: *[n][m]i32): [n][m]i32 =
  let row = copy a[p, k:]
  let a = a with [p, k:] = copy a[q, k:]
  in a with [q, k:] = row
