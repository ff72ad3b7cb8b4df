-- Several points fail. The one that comes first in index order is reported, on any number of threads.
-- Not on devices: their threads run in any order, and the first that comes is reported (some_failure.fut).
-- ==
-- tags { no_opencl no_cuda }
-- entry: divisions
-- input { [3i64, 1, 2, 0, 5, 0, 0, 1, 0, 7, 0, 0] } error: E0403.*by zero
-- entry: places
-- input { [0i64, 1, 2, 9, 1, -3, 2, 12, 3, 99, 1, 1, 40, 41, 42, 43, 44, 45, 46, 47, 48] } error: E0402.*Index \[9\]
-- entry: kept
-- input { [0i64, 1, 2, 5, 1, -3, 2, 12, 3, 99, 1, 1, 40, 41, 42, 43, 44, 45, 46, 47, 48] } error: E0402.*Index \[5\]
-- entry: prefixes
-- input { [0i64, 1, 2, 1, 1, 3, -7, 12, 3, 99, 1, 1, 40, 41, 42, 43, 44, 45, 46, 47, 48] } error: E0402.*Index \[-7\]
entry divisions [n] (xs: [n]i64) : [n]i64 = map (\x -> 10 / x) xs
entry places [n] (xs: [n]i64) : [n]i64 =
  let table = [1i64, 2, 3, 4]
  in map (\x -> table[x]) xs
entry kept [n] (xs: [n]i64) : []i64 =
  let table = [1i64, 2, 3, 4]
  in filter (\x -> table[x] > 1) xs
entry prefixes [n] (xs: [n]i64) : [n]i64 =
  let table = [1i64, 2, 3, 4]
  in scan (+) 0 (map (\x -> table[x]) xs)
