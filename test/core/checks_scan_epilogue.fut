-- What a scan gives is different at each point, also where an epilogue only passes it on: elements of
-- it are not known to be equal or in order.
-- ==
-- entry: ranks
-- input { [3i64, 1i64, -4i64, 1i64, 5i64] } output { [0i64, 3i64, 4i64, 1i64, 2i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry ranks [n] (xs: [n]i64): [n]i64 =
  let sums = map2 (-) (scan (+) 0 xs) xs
  let is_less i j = sums[i] < sums[j] || (sums[i] == sums[j] && i < j)
  in map (\j -> i64.sum (map (\i -> i64.bool (is_less i j)) (iota n))) (iota n)

-- ==
-- entry: rising
-- input { [3i64, 1i64, -4i64, 1i64, 5i64] } output { [true, false, true, true] }
entry rising (xs: []i64): []bool =
  let sums = scan (+) 0 xs
  in map (\i -> sums[i] <= sums[i + 1]) (iota (length sums - 1))
