-- Where the bins of a histogram are: in fast memory, or with many of them, or few points, in device memory.
-- ==
-- entry: counts
-- structure cuda { kernel:histogram 3, kernel:direct 3, kernel:buckets 1, not kernel:single }
-- input { [0i64, 2i64, 2i64, 7i64, -1i64] 3i64 } output { [1i64, 0i64, 2i64] }
-- ==
-- entry: few
-- input { [0i64, 2i64, 2i64, 7i64, -1i64] } output { [1i64, 0i64, 2i64] }
-- ==
-- entry: wide
-- input { [0i64, 2i64, 2i64] 3i64 }
-- output { [0i64, -1i64, 2i64] [0i64, -1i64, 1i64] }

entry counts [n] (is: [n]i64) (k: i64): [k]i64 = reduce_by_index (replicate k 0) (+) 0 is (replicate n 1)

-- So few bins are in fast memory, unless there are few points.
entry few [n] (is: [n]i64): [3]i64 = reduce_by_index (replicate 3 0) (+) 0 is (replicate n 1)

-- Values of sixteen bytes are not sorted.
entry wide [n] (is: [n]i64) (k: i64): ([k]i64, [k]i64) =
  let later (a: i64, i: i64) (b: i64, j: i64) = if a > b || (a == b && i < j && i >= 0) then (a, i) else (b, j)
  in unzip (reduce_by_index (replicate k (-1, -1)) later (-1, -1) is (zip is (iota n)))
