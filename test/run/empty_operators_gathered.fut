-- As empty_operators.fut, with elements that are gathered for rows of different lengths.
def least (m: i32) (a: i32) (b: i32): i32 = i32.min ((a + b) % m) (100 / m)
entry gathered [n][k] (lengths: [n]i64) (xs: [k]i32) (m: i32): [n]i32 =
  map (\length -> reduce (least m) 0 (map (\i -> xs[i]) (iota length))) lengths

-- ==
-- entry: gathered
-- input { [0i64, 0i64, 0i64] [1, 2, 3] 0 } output { [0, 0, 0] }
-- input { [2i64, 0i64, 3i64] [1, 2, 3] 10 } output { [3, 0, 6] }
-- input { [0i64, 2i64, 0i64] [1, 2, 3] 0 } error: E0403.*by zero
