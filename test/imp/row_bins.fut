-- Histograms of rows. An operator that works element by element becomes one over scalars, so that
-- the histogram stays beside what else is computed for the points, and is parallel.
-- ==
-- entry: beside
-- input { 0i64 3i64 } output { [[0i32, 0i32], [0i32, 0i32], [0i32, 0i32]] [0i32, 0i32, 0i32] }
-- input { 10007i64 3i64 } output { [[16688340i32, 6670i32], [16691676i32, 6671i32], [16685005i32, 6670i32]] [3336i32, 3336i32, 3335i32] }
-- ==
-- entry: large
-- input { 7i64 4000i64 } output { 504049938i64 }
-- input { 0i64 4000i64 } output { 0i64 }
-- ==
-- entry: deep
-- input { 5000i64 } output { [[[6247500i64, -6247500i64], [2499i64, 2500i64]], [[6250000i64, -6250000i64], [2500i64, 2500i64]]] }
-- ==
-- entry: pairs
-- input { 3000i64 2i64 } output { [[2247750i64, 4495500i64], [2250750i64, 4501500i64]] [[6i64, 2997i64], [6i64, 2999i64]] }
-- ==
-- entry: uneven
-- input { 6i64 } output { [[6i64, 15i64], [9i64, 48i64]] }
-- ==
-- entry: outside
-- input { [-1i64, 2i64, 1i64, 9223372036854775807i64, -9223372036854775808i64] } output { [[0i32, 0i32], [2i32, 3i32]] }

entry beside (n: i64) (k: i64) : ([k][2]i32, [k]i32) =
  let is = map (% k) (iota n)
  let rows = map (\i -> [i32.i64 i, i32.i64 (i % 5)]) (iota n)
  let sums = reduce_by_index (replicate k (replicate 2 0)) (map2 (+)) (replicate 2 0) is rows
  let counts = reduce_by_index (replicate k 0) (+) 0 is (replicate n 1)
  in (sums, counts)

-- Many places: the threads write to the same array.
entry large (n: i64) (k: i64) : i64 =
  let rows = tabulate_2d (3 * k) n (\i j -> i + j)
  let is = map (\i -> i * 7 % k) (iota (3 * k))
  let sums = reduce_by_index (replicate k (replicate n 0)) (map2 (+)) (replicate n 0) is rows
  in i64.sum (map2 (\i row -> (i % 3) * i64.sum row) (iota k) sums)

entry deep (n: i64) : [2][2][2]i64 =
  let zero = replicate 2 (replicate 2 0)
  let add = map2 (map2 (+))
  in reduce_by_index (replicate 2 zero) add zero (map (% 2) (iota n)) (map (\i -> [[i, -i], [i % 3, 1]]) (iota n))

entry pairs (n: i64) (k: i64) : ([k][2]i64, [k][2]i64) =
  let op = map2 (\(a: i64, c: i64) (b, d) -> (a + b, i64.max c d))
  let zero = replicate 2 (0, i64.lowest)
  let values = map (\i -> [(i, i % 7), (2 * i, i)]) (iota n)
  let bins = reduce_by_index (replicate k zero) op zero (map (\i -> i / 2 % k) (iota n)) values
  in (map (map (.0)) bins, map (map (.1)) bins)

-- Not element by element alike.
entry uneven (n: i64) : [2][2]i64 =
  let op (a: [2]i64) (b: [2]i64) = [a[0] + b[0], a[1] * b[1]]
  in reduce_by_index (replicate 2 [0, 1]) op [0, 1] (map (% 2) (iota n)) (map (\i -> [i, i + 1]) (iota n))

entry outside (is: []i64) : [2][2]i32 =
  reduce_by_index (replicate 2 (replicate 2 0i32)) (map2 (+)) (replicate 2 0) is (map (const [2, 3]) is)
