-- Squares of a matrix whose sizes are checked, and prefixes of rows and columns, are made where they are.
-- ==
-- structure c { copies 0 }
-- ==
-- entry: square
-- input { 1i64 3i64 [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[1, 2, 3], [4, 10, 12], [7, 16, 18]] }
-- input { 2i64 2i64 [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] }
-- input { 0i64 3i64 [[1, 2], [3, 4]] } error: E0402
-- input { 2i64 1i64 [[1, 2], [3, 4]] } error: E0402
-- ==
-- entry: diagonal
-- input { 2i64 [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[2, 4, 3], [8, 10, 6], [7, 8, 9]] }
-- input { -1i64 [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] }
-- input { 0i64 [[1]] } error: E0403
-- ==
-- entry: prefixes
-- input { [[1, 2], [3, 4]] } output { [[1, 3], [3, 7]] }
-- input { empty([0][0]i32) } output { empty([0][0]i32) }
-- compiled random input { [40][40]i32 } auto output
-- ==
-- entry: columns
-- input { [[[1], [2]], [[3], [4]], [[5], [6]]] } output { [[[1], [2]], [[4], [6]], [[9], [12]]] }
-- ==
-- entry: long
-- input { 3i64 [1, 2, 3, 4, 5] } output { [1, 2, 3, 8, 14] }
-- compiled random input { 100000i64 [300000]i32 } auto output
entry square [n] (lo: i64) (hi: i64) (a: *[n][n]i32): [n][n]i32 =
  a with [lo:hi, lo:hi] = map (map (* 2)) a[lo:hi, lo:hi]

entry diagonal [n] (b: i64) (a: *[n][n]i32): [n][n]i32 =
  loop a for k < n / b do
    let o = k * b
    in a with [o:o + b, o:o + b] = map (map (* 2)) a[o:o + b, o:o + b]

entry prefixes [n] (a: *[n][n]i32): [n][n]i32 =
  loop a for i < n do a with [i] = scan (+) 0 a[i]

entry columns [n] [m] [k] (a: *[n][m][k]i32): [n][m][k]i32 =
  loop a for i < m do a with [:, i] = transpose (map (scan (+) 0) (transpose a[:, i]))

entry long [n] (k: i64) (a: *[n]i32): [n]i32 =
  a with [k:] = map2 (+) a[k:] (scan (+) 0 a[k:])
