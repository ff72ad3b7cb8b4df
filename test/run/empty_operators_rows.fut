-- As empty_operators.fut, with rows that are empty. (The files are small: nvcc takes long for operators that divide.)
def least (m: i64) (a: i64) (b: i64): i64 = i64.min ((a + b) % m) (100 / m)
entry rows [n][k] (xs: [n][k]i64) (m: i64): [n]i64 = map (reduce (least m) 0) xs
entry row_prefixes [n][k] (xs: [n][k]i64) (m: i64): [n][k]i64 = map (scan (least m) 0) xs

-- ==
-- entry: rows
-- input { empty([3][0]i64) 0i64 } output { [0i64, 0i64, 0i64] }
-- input { [[1i64, 2i64, 4i64], [1i64, 1i64, 1i64]] 10i64 } output { [7i64, 3i64] }
-- input { [[1i64]] 0i64 } error: E0403.*by zero

-- ==
-- entry: row_prefixes
-- input { empty([3][0]i64) 0i64 } output { empty([3][0]i64) }
-- input { [[1i64, 2i64, 4i64], [1i64, 1i64, 1i64]] 10i64 } output { [[1i64, 3i64, 7i64], [1i64, 2i64, 3i64]] }
-- input { [[1i64]] 0i64 } error: E0403.*by zero
