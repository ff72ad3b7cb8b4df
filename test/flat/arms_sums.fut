-- A reduction in one arm of a branch, and the last of the prefixes of a row, are shared out by elements: a kernel beside the
-- descriptor, and no row has a thread to itself.
-- ==
-- structure cuda { kernel:walk 2, not par@thread }
-- entry: last_sums
-- input { [0i64, 1i64, 3i64, 0i64, 1002i64] } output { [0i64, 0i64, 3i64, 0i64, 501501i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [2i64, -1i64] } error: E0412.*An array cannot have -1 elements
entry last_sums [n] (ns: [n]i64) : [n]i64 =
  map (\n -> if n == 0 then 0 else last (scan (+) 0 (map id (iota n)))) ns

-- What is done with it stays in its arm, also what may fail.
-- ==
-- entry: means
-- input { [0i64, 4i64, 1i64] 2i64 } output { [-1i64, 7i64, 1i64] }
-- input { [0i64, 0i64] 0i64 } output { [-1i64, -1i64] }
-- input { [0i64, 4i64] 0i64 } error: E0403.*division by zero
entry means [n] (ns: [n]i64) (k: i64) : [n]i64 =
  map (\n -> if n > 0 then i64.sum (map (\i -> i * i) (iota n)) / k + i64.bool (n == 1) else -1) ns
