-- Rows that only their point sees: with many points each thread has one row at a time, with few the
-- rows are made in parallel.
-- ==
-- entry: scanned
-- input { 0i64 } output { 0i64 }
-- input { 5i64 } output { 20i64 }
-- input { 31i64 } output { 623i64 }
-- input { 40i64 } output { 1101i64 }
-- input { 700i64 } output { 335860i64 }
-- structure inline,simplify,hoist,shapes,simplify,fuse,simplify,checks,simplify,unnest,simplify,core_to_flat,simplify,flatten,simplify { threshold 4 }
entry scanned (n: i64): i64 =
  i64.sum (map (\i -> let row = scan i64.max 0 (map (^ i) (iota i)) in row[i / 2]) (1..<n + 1))

-- ==
-- entry: kept
-- input { 0i64 } output { 0i64 }
-- input { 5i64 } output { 5i64 }
-- input { 31i64 } output { 233i64 }
-- input { 40i64 } output { 387i64 }
-- input { 700i64 } output { 122113i64 }
entry kept (n: i64): i64 =
  i64.sum (map (\i -> let row = filter (\x -> (x ^ i) % 3 != 0) (iota i) in row[length row / 2]) (2..<i64.max 2 (n + 1)))

-- ==
-- entry: updated
-- input { 0i64 } output { 0i64 }
-- input { 5i64 } output { 30i64 }
-- input { 31i64 } output { 623i64 }
-- input { 40i64 } output { 1190i64 }
-- input { 700i64 } output { 304182i64 }
entry updated (n: i64): i64 =
  i64.sum (map (\i -> let row = map (^ i) (iota i)
               let row = row with [0] = 7
               in row[i / 2] + row[i - 1]) (2..<i64.max 2 (n + 1)))

-- ==
-- entry: counted
-- input { 0i64 } output { 0i64 }
-- input { 5i64 } output { 13i64 }
-- input { 31i64 } output { 804i64 }
-- input { 40i64 } output { 1523i64 }
-- input { 700i64 } output { 861425i64 }
entry counted (n: i64): i64 =
  i64.sum (map (\i -> let bins = reduce_by_index (replicate i 0) (+) 0 (map (\x -> x * x % i) (iota i)) (iota i)
               in i64.maximum bins) (1..<n + 1))
