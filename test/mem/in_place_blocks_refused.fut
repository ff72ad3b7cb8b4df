-- What reads the elements of other points, or of a square that is not the same, stays a copy.
-- ==
-- structure c { copies 4 }
-- structure cuda { copies 5 }
-- ==
-- entry: beside
-- input { [1, 2, 3, 4] } output { [1, 3, 8, 15] }
-- compiled random input { [300000]i32 } auto output
-- ==
-- entry: behind
-- input { [1, 2, 3, 4] } output { [2, 5, 9, 4] }
-- compiled random input { [300000]i32 } auto output
-- ==
-- entry: moved
-- input { 0i64 2i64 [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[10, 12, 3], [16, 18, 6], [7, 8, 9]] }
-- ==
-- entry: turned
-- input { 0i64 2i64 [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [[2, 5, 3], [3, 6, 6], [7, 8, 9]] }
-- ==
-- entry: same
-- input { [1, 2, 3] } output { [1, 3, 6] }
entry beside [n] (a: *[n]i32): [n]i32 =
  a with [1:n] = scan (+) 0 (map2 (\x i -> x + a[i]) a[1:n] (indices a[1:n]))

entry behind [n] (a: *[n]i32): [n]i32 = a with [0:n - 1] = scan (+) 0 a[1:n]

entry moved [n] (lo: i64) (hi: i64) (a: *[n][n]i32): [n][n]i32 =
  a with [lo:hi, lo:hi] = map (map (* 2)) a[lo + 1:hi + 1, lo + 1:hi + 1]

entry turned [n] (lo: i64) (hi: i64) (a: *[n][n]i32): [n][n]i32 =
  a with [lo:hi, lo:hi] = map (map (+ 1)) (transpose a[lo:hi, lo:hi])

-- On a device.
entry same [n] (a: *[n]i32): [n]i32 = a with [0:n] = scan (+) 0 a[0:n]
