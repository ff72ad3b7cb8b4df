-- As empty_operators.fut, with something that is done with the sums of empty rows.
def least (m: i64) (a: i64) (b: i64): i64 = i64.min ((a + b) % m) (100 / m)
entry finished [n][k] (xs: [n][k]i64) (m: i64) (d: i64): [n]i64 = map (\row -> 1 + reduce (least m) 0 row / d) xs

-- What is done with the sum of an empty row may fail.
-- ==
-- entry: finished
-- input { empty([3][0]i64) 0i64 5i64 } output { [1i64, 1i64, 1i64] }
-- input { empty([3][0]i64) 0i64 0i64 } error: E0403.*by zero
-- input { [[1i64, 2i64]] 10i64 3i64 } output { [2i64] }
