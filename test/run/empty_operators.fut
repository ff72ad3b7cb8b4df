-- An operator that can fail is not used where there are no points, so it does not.
def least (m: i64) (a: i64) (b: i64): i64 = i64.min ((a + b) % m) (100 / m)
entry sum [n] (xs: [n]i64) (m: i64): i64 = reduce (least m) 0 xs
entry prefixes [n] (xs: [n]i64) (m: i64): [n]i64 = scan (least m) 0 xs
entry several [n] (xs: [n]i64) (m: i64): (i64, i64) = (reduce (least m) 0 xs, reduce_comm (least m) 0 (map (+ 1) xs))

-- ==
-- entry: sum
-- input { empty([0]i64) 0i64 } output { 0i64 }
-- input { [1i64, 2i64, 4i64] 10i64 } output { 7i64 }
-- input { [1i64] 0i64 } error: E0403.*by zero

-- ==
-- entry: prefixes
-- input { empty([0]i64) 0i64 } output { empty([0]i64) }
-- input { [1i64, 2i64, 4i64] 10i64 } output { [1i64, 3i64, 7i64] }
-- input { [1i64] 0i64 } error: E0403.*by zero

-- ==
-- entry: several
-- input { empty([0]i64) 0i64 } output { 0i64 0i64 }
-- input { [1i64] 0i64 } error: E0403.*by zero
