-- What functions of the prelude say when they fail is about their arguments, not about the ranges and
-- indices that they are made of.
-- ==
-- entry: replicated
-- input { -5i64 } error: E0412.*An array cannot have -5 elements\.
-- input { 2i64 } output { [1i32, 1i32] }
entry replicated (n: i64) = replicate n 1i32

-- ==
-- entry: counted
-- input { -1i64 } error: E0412.*An array cannot have -1 elements\.
entry counted (n: i64) = iota n

-- ==
-- entry: tabulated
-- input { 2i64 -3i64 } error: E0412.*An array cannot have -3 elements\.
-- input { -2i64 3i64 } error: E0412.*An array cannot have -2 elements\.
entry tabulated (n: i64) (m: i64) = tabulate_2d n m (\i j -> i * j)

-- ==
-- entry: repeated
-- input { -4i64 } error: E0412.*An array cannot have -4 elements\.
entry repeated (n: i64): [n]i32 = rep 7

-- ==
-- entry: in_rows
-- input { -2i64 -1i64 [1i32, 2i32] } error: E0404.*An array of 2 elements cannot have shape \[-2\]\[-1\]\.
entry in_rows (n: i64) (m: i64) (xs: []i32) = unflatten (xs :> [n * m]i32)

-- ==
-- entry: taken
-- input { 3i64 [1i32, 2i32] } error: E0402.*Cannot take 3 elements of an array of 2\.
-- input { -1i64 [1i32, 2i32] } error: E0402.*Cannot take -1 elements of an array of 2\.
-- input { 1i64 [1i32, 2i32] } output { [1i32] }
entry taken (n: i64) (xs: []i32) = take n xs

-- ==
-- entry: dropped
-- input { 3i64 [1i32, 2i32] } error: E0402.*Cannot drop 3 elements of an array of 2\.
-- input { -1i64 [1i32, 2i32] } error: E0402.*Cannot drop -1 elements of an array of 2\.
-- input { 1i64 [1i32, 2i32] } output { [2i32] }
entry dropped (n: i64) (xs: []i32) = drop n xs

-- ==
-- entry: apart
-- input { -1i64 [1i32, 2i32] } error: E0402.*Cannot split -1 elements off an array of 2\.
-- input { 1i64 [1i32, 2i32] } output { [1i32] [2i32] }
entry apart [k] (n: i64) (xs: [k]i32) =
  let (a, b): ([n]i32, [k - n]i32) = split (xs :> [n + (k - n)]i32)
  in (a, b)

-- ==
-- entry: first
-- input { empty([0]i32) } error: E0402.*An empty array has no first element\.
entry first (xs: []i32) = head xs

-- ==
-- entry: final
-- input { empty([0]i32) } error: E0402.*An empty array has no last element\.
entry final (xs: []i32) = last xs

-- ==
-- entry: rest
-- input { empty([0]i32) } error: E0402.*An empty array has no first element to leave out\.
entry rest (xs: []i32) = tail xs

-- ==
-- entry: start
-- input { empty([0]i32) } error: E0402.*An empty array has no last element to leave out\.
entry start (xs: []i32) = init xs

-- ==
-- entry: resized
-- input { 3i64 [1i32] } error: E0404.*shape \[1\] cannot match shape of type "\[3\]i32"
entry resized (n: i64) (xs: []i32) = sized n xs

-- A function of the user's says what it has written, also where the prelude calls it.
-- ==
-- entry: given
-- input { 1i64 [1i32] } error: E0402.*Index \[0:2\] out of bounds for array of shape \[1\]\.
entry given (n: i64) (xs: []i32) =
  let take (i: i64) = xs[0:i]
  in tabulate n (\i -> i32.sum (take (i + 2)))

-- ==
-- entry: range
-- input { -1i64 } error: E0412.*Range 0\.\.1\.\.<-1 is invalid\.
entry range (n: i64) = 0..1..<n
