-- A negative size inside a point is the program's failure, wherever the parallelism is.
-- ==
-- entry: branch
-- input { [3i64, 2, 1] 2i64 } output { [9i64, 7, 0] }
-- input { [3i64, -2, 1] 0i64 } error: E0412.*An array cannot have -2 elements
-- ==
-- entry: loops
-- input { [3i64, 0, 1] 2i64 } output { [6i64, 0, 1] }
-- input { [3i64, -2, 1] 2i64 } error: E0412.*An array cannot have -2 elements
-- ==
-- entry: rows
-- input { [3i64, -2, 1] 2i64 } output { [63i64, 0, 11] }
-- input { [3i64, -2, 1] 1i64 } error: E0412.*An array cannot have -1 elements
-- ==
-- entry: nested
-- input { [3i64, 0, 1] 2i64 } output { [9i64, 0, 1] }
-- input { [3i64, -2, 1] 2i64 } error: E0412.*An array cannot have -2 elements
entry branch [n] (ns: [n]i64) (c: i64) =
  map (\m -> if m != c then i64.sum (map (* m) (iota m)) else 7) ns

entry loops [n] (ns: [n]i64) (k: i64) =
  map (\m -> loop acc = 0 for i < k do acc + i64.sum (map (* i) (iota (m + i)))) ns

entry rows [n] (ns: [n]i64) (k: i64) =
  map (\m ->
         let xs = map (* k) (iota (m + k))
         let ys = filter (> 2) xs
         in length ys + i64.sum (map2 (*) xs (iota (m + k)))) ns

entry nested [n] (ns: [n]i64) (k: i64) =
  map (\m -> i64.sum (map (\j -> i64.sum (iota (m + j))) (iota k))) ns
