-- An operator that can fail is not used where there are no points, so it does not.
def least (m: i64) (a: i64) (b: i64): i64 = i64.min ((a + b) % m) (100 / m)
entry sum [n] (xs: [n]i64) (m: i64): i64 = reduce (least m) 0 xs
entry prefixes [n] (xs: [n]i64) (m: i64): [n]i64 = scan (least m) 0 xs
entry several [n] (xs: [n]i64) (m: i64): (i64, i64) = (reduce (least m) 0 xs, reduce_comm (least m) 0 (map (+ 1) xs))
entry bins [n] (xs: [n]i64) (m: i64): [3]i64 = hist (least m) 0 3 xs xs

-- ==
-- entry: sum
-- input { empty([0]i64) 0i64 } output { 0i64 }
-- input { [1i64, 2i64, 4i64] 10i64 } output { 7i64 }
-- input { [1i64] 0i64 } error: by zero

-- ==
-- entry: prefixes
-- input { empty([0]i64) 0i64 } output { empty([0]i64) }
-- input { [1i64, 2i64, 4i64] 10i64 } output { [1i64, 3i64, 7i64] }
-- input { [1i64] 0i64 } error: by zero

-- ==
-- entry: several
-- input { empty([0]i64) 0i64 } output { 0i64 0i64 }
-- input { [1i64] 0i64 } error: by zero

-- ==
-- entry: bins
-- input { empty([0]i64) 0i64 } output { [0i64, 0i64, 0i64] }

-- Segments: rows, and rows of different lengths.
entry rows [n][k] (xs: [n][k]i64) (m: i64): [n]i64 = map (reduce (least m) 0) xs
entry row_prefixes [n][k] (xs: [n][k]i64) (m: i64): [n][k]i64 = map (scan (least m) 0) xs
entry segments [n] (lengths: [n]i64) (m: i64): [n]i64 = map (\length -> reduce (least m) 0 (iota length)) lengths
entry gathered [n][k] (lengths: [n]i64) (xs: [k]i64) (m: i64): [n]i64 =
  map (\length -> reduce (least m) 0 (map (\i -> xs[i]) (iota length))) lengths
entry ends [n] (lengths: [n]i64) (m: i64): [n]i64 =
  map (\length -> let ys = scan (least m) 0 (iota length) in if length == 0 then 0 else ys[length - 1]) lengths
entry finished [n][k] (xs: [n][k]i64) (m: i64) (d: i64): [n]i64 = map (\row -> 1 + reduce (least m) 0 row / d) xs

-- ==
-- entry: rows
-- input { empty([3][0]i64) 0i64 } output { [0i64, 0i64, 0i64] }
-- input { [[1i64, 2i64, 4i64], [1i64, 1i64, 1i64]] 10i64 } output { [7i64, 3i64] }
-- input { [[1i64]] 0i64 } error: by zero

-- ==
-- entry: row_prefixes
-- input { empty([3][0]i64) 0i64 } output { empty([3][0]i64) }
-- input { [[1i64, 2i64, 4i64], [1i64, 1i64, 1i64]] 10i64 } output { [[1i64, 3i64, 7i64], [1i64, 2i64, 3i64]] }
-- input { [[1i64]] 0i64 } error: by zero

-- ==
-- entry: segments
-- input { [0i64, 0i64, 0i64] 0i64 } output { [0i64, 0i64, 0i64] }
-- input { [4i64, 0i64, 3i64] 10i64 } output { [6i64, 0i64, 3i64] }
-- input { [0i64, 2i64, 0i64] 0i64 } error: by zero

-- ==
-- entry: gathered
-- input { [0i64, 0i64, 0i64] [1i64, 2i64, 3i64] 0i64 } output { [0i64, 0i64, 0i64] }
-- input { [2i64, 0i64, 3i64] [1i64, 2i64, 3i64] 10i64 } output { [3i64, 0i64, 6i64] }
-- input { [0i64, 2i64, 0i64] [1i64, 2i64, 3i64] 0i64 } error: by zero

-- ==
-- entry: ends
-- input { [0i64, 0i64, 0i64] 0i64 } output { [0i64, 0i64, 0i64] }
-- input { [4i64, 0i64, 3i64] 10i64 } output { [6i64, 0i64, 3i64] }
-- input { [0i64, 2i64, 0i64] 0i64 } error: by zero

-- What is done with the sum of an empty row may fail.
-- ==
-- entry: finished
-- input { empty([3][0]i64) 0i64 5i64 } output { [1i64, 1i64, 1i64] }
-- input { empty([3][0]i64) 0i64 0i64 } error: by zero
-- input { [[1i64, 2i64]] 10i64 3i64 } output { [2i64] }
