-- A loop over a range counts: no array is made of it, also where its size goes by another name (`1...n` has size `n`), and indices
-- that follow from it need no checks, also where a sum could wrap around if it were not the size of an array.
-- ==
-- entry: fill
-- input { 4i64 [9,9,9,9,9] } output { [9,10,12,15,19] }
-- input { 1i64 [5,6] } output { [5,6] }
-- input { 4i64 [9,9,9,9] } error: E0402.*Index \[4\] out of bounds
-- input { 0i64 [9] } error: E0412.*Range 1...0 is invalid
-- entry: paths
-- input { 1i64 } output { 2 }
-- input { 4i64 } output { 70 }
-- input { 8i64 } output { 12870 }
-- input { 0i64 } error: E0412.*Range 1...0 is invalid
-- input { -3i64 } error: E0412.*An array cannot have -2 elements
-- input { 9223372036854775807i64 } error: E0412.*An array cannot have -9223372036854775808 elements
-- structure { par 2, assert 6 }
entry fill (n: i64) (xs: *[]i32): []i32 =
  loop xs for i in 1...n do xs with [i] = i32.i64 i + xs[i-1]

-- The ways through a grid, to the right and down.
entry paths (n: i64): i32 =
  let m = replicate (n+1) (replicate (n+1) 1i32)
  let m = loop m for i in 1...n do
    loop m for j in 1...n do
      m with [i, j] = m[i-1, j] + m[i, j-1]
  in m[n, n]
