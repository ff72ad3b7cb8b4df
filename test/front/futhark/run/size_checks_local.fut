-- A wrong size fails where a value gets it, though only the size is asked for.
-- ==
-- entry: coerced mapped bound ended
-- input { 3i64 [1,2,3] } output { 3i64 }
-- input { 5i64 [1,2,3] } error: E0404.*shape \[3\] cannot match shape of type "\[5\]i32"
-- ==
-- entry: to_number
-- input { [1,2,3,4,5] } output { 5i64 }
-- input { [1,2,3] } error: E0404.*shape \[3\] cannot match shape of type "\[5\]i32"
-- ==
-- entry: unflattened
-- input { 2i64 2i64 [1,2,3,4] } output { 2i64 }
-- input { 2i64 2i64 [1,2,3] } error: E0404.*shape \[3\] cannot match shape of type "\[4\]i32"
-- input { 4294967296i64 4294967296i64 empty([0]i32) } error: E0412.*A size in the type of the value overflows i64
-- ==
-- entry: of_tail of_init
-- input { [1,2,3] } output { 2i64 }
-- input { empty([0]i32) } error: E0402.*An empty array has no
-- ==
-- entry: sliced
-- input { 1i64 3i64 [1,2,3] } output { 2i64 }
-- input { 2i64 1i64 [1,2,3] } error: E0402.*Index \[2:1\] out of bounds
-- input { 1i64 7i64 [1,2,3] } error: E0402.*Index \[1:7\] out of bounds
-- input { -1i64 1i64 [1,2,3] } error: E0402.*Index \[-1:1\] out of bounds
-- ==
-- entry: sliced_by
-- input { 2i64 [1,2,3] } output { 2i64 }
-- input { 0i64 [1,2,3] } error: E0402.*Index \[::0\] out of bounds
-- ==
-- entry: sliced_at_numbers
-- input { [1,2,3,4,5,6,7] } output { 5i64 }
-- input { [1,2,3] } error: E0402.*Index \[2:7\] out of bounds
-- ==
-- entry: of_rows
-- input { 2i64 3i64 [[1,2,3],[4,5,6]] } output { 3i64 }
-- input { 2i64 5i64 [[1,2,3],[4,5,6]] } error: E0404.*shape \[2\]\[3\] cannot match shape of type "\[2\]\[5\]i32"
-- ==
-- entry: of_each
-- input { 2i64 [[1,2],[3,4]] } output { [2i64, 2i64] }
-- input { 3i64 [[1,2],[3,4]] } error: E0404.*shape \[2\] cannot match shape of type "\[3\]i32"
-- input { 3i64 empty([0][2]i32) } output { empty([0]i64) }
-- ==
-- entry: of_branch
-- input { true 2i64 [1,2] } output { 2i64 }
-- input { false 3i64 [1,2] } output { 3i64 }
-- input { true 3i64 [1,2] } error: E0404.*shape \[2\] cannot match shape of type "\[3\]i32"
-- input { false -3i64 [1,2] } error: E0412.*An array cannot have -3 elements
-- ==
-- entry: of_loop
-- input { 2i64 [1,2] } output { 0i64 }
-- input { 3i64 [1,2] } error: E0402.*An empty array has no last element
-- ==
-- entry: of_filter
-- input { 2i64 [1,-1,2] } output { 2i64 }
-- input { 3i64 [1,-1,2] } error: E0404.*shape \[2\] cannot match shape of type "\[3\]i32"
-- ==
-- entry: of_nothing
-- input { } error: E0402.*An empty array has no first element to leave out

entry coerced (n: i64) (xs: []i32) : i64 = length (xs :> [n]i32)

entry mapped (n: i64) (xs: []i32) : i64 = length (map (+ 1) (xs :> [n]i32))

entry bound (n: i64) (xs: []i32) : i64 =
  let [k] (_: [k]i32) = xs :> [n]i32
  in k

entry ended (n: i64) (xs: []i32) : i64 = length ((xs :> [n]i32) ++ xs) - length xs

entry to_number (xs: []i32) : i64 = length (xs :> [5]i32)

entry unflattened (n: i64) (m: i64) (xs: []i32) : i64 = length (unflatten (xs :> [n * m]i32))

entry of_tail (xs: []i32) : i64 = length (tail xs)

entry of_init (xs: []i32) : i64 = length (init xs)

entry sliced (i: i64) (j: i64) (xs: []i32) : i64 = length xs[i:j]

entry sliced_by (s: i64) (xs: []i32) : i64 = length xs[::s]

entry sliced_at_numbers (xs: []i32) : i64 = length xs[2:7]

entry of_rows (n: i64) (m: i64) (xss: [][]i32) : i64 = length (transpose (xss :> [n][m]i32))

entry of_each (n: i64) (xss: [][]i32) : []i64 = map (\xs -> length (xs :> [n]i32)) xss

entry of_branch (b: bool) (n: i64) (xs: []i32) : i64 =
  length (if b then xs :> [n]i32 else replicate n 1)

entry of_loop (k: i64) (xs: []i32) : i64 = length (loop ys = xs for _i < k do init ys)

entry of_filter (n: i64) (xs: []i32) : i64 = length (filter (> 0) xs :> [n]i32)

entry of_nothing : i64 = length (tail ([]: [0]i32))
