-- An operator that may fail does not combine neutral elements for what a filter drops.
entry some [n] (xs: [n]i64) (m: i64): i64 =
  reduce (\a b -> i64.min ((a + b) % m) (100 / m)) 0 (filter (> 5) xs)
-- One that cannot fail still does.
entry constant [n] (xs: [n]i64): i64 = reduce (\a b -> (a + b) % 1000) 0 (filter (> 5) xs)
-- ==
-- entry: some
-- input { [1i64, 3] 0i64 } output { 0i64 }
-- input { [1i64, 9, 8] 0i64 } error: E0403.*by zero
-- input { [1i64, 9, 8] 10i64 } output { 7i64 }
-- ==
-- entry: constant
-- structure { par 3 }
-- input { [1i64, 9, 8] } output { 17i64 }
