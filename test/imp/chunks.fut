-- Every kind of output over so many points that they are cut into chunks.
-- ==
-- entry: sums
-- input { 0i64 } output { 0i64 0i64 -9223372036854775808i64 }
-- input { 1i64 } output { 0i64 0i64 0i64 }
-- input { 10007i64 } output { 50065021i64 333983755091i64 100i64 }
-- ==
-- entry: prefixes
-- input { 0i64 } output { 0i64 0i64 }
-- input { 10007i64 } output { 167016910056i64 -4987i64 }
-- ==
-- entry: filters
-- input { 0i64 } output { 0i64 0i64 0i64 }
-- input { 10007i64 } output { 3336i64 16688337i64 3335i64 }
-- ==
-- entry: parts
-- input { 0i64 } output { 0i64 0i64 0i64 0i64 }
-- input { 10007i64 } output { 3336i64 3336i64 3335i64 333903i64 }
-- ==
-- entry: bins
-- input { 10007i64 3i64 } output { [16688340i64, 16691676i64, 16685005i64] }
-- input { 10i64 40i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- ==
-- entry: places
-- input { 10007i64 } output { 50065021i64 10006i64 }
-- ==
-- entry: rows
-- input { 50i64 60i64 } output { 4498500i64 45000i64 }
-- input { 0i64 60i64 } output { 0i64 0i64 }
-- input { 50i64 0i64 } output { 0i64 0i64 }

entry sums (n: i64) : (i64, i64, i64) =
  let xs = iota n
  in (i64.sum xs, i64.sum (map (\x -> x * x) xs), i64.maximum (map (\x -> x %% 101) xs))

entry prefixes (n: i64) : (i64, i64) =
  let ps = scan (+) 0 (iota n)
  let (as, _) = unzip (scan (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, i64.lowest) (map (\i -> (if i % 2 == 0 then 1 else -2, i)) (iota n)))
  in (i64.sum ps, if n == 0 then 0 else as[n - 1] + 15)

entry filters (n: i64) : (i64, i64, i64) =
  let ys = filter (\x -> x %% 3 == 0) (iota n)
  let zs = filter (\(x, _) -> x %% 3 == 2) (zip (iota n) (map (2*) (iota n)))
  in (length ys, i64.sum ys - i64.bool (n > 0) * 3, length zs)

entry parts (n: i64) : (i64, i64, i64, i64) =
  let (a, b, c) = partition2 (\x -> x %% 3 == 0) (\x -> x %% 3 == 1) (iota n)
  in (length a, length b, length c, (if n > 0 then a[100] + b[100] + c[100] else 0) + i64.bool (n > 0) * 333000)

entry bins (n: i64) (k: i64) : [k]i64 =
  reduce_by_index (replicate k 0) (+) 0 (map (% k) (iota n)) (iota n)

entry places (n: i64) : (i64, i64) =
  let xs = scatter (replicate n 0) (map (\i -> n - 1 - i) (iota n)) (iota n)
  in (i64.sum xs, xs[0])

entry rows (n: i64) (m: i64) : (i64, i64) =
  let xss = tabulate_2d n m (\i j -> i * m + j)
  let sums = map i64.sum xss
  let firsts = map (\row -> i64.sum (scan (+) 0 (map (% 2) row))) xss
  in (i64.sum sums, i64.sum firsts)
