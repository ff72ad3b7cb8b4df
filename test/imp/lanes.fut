-- Histograms with few bins, which are counted in several copies; indices that are outside count nowhere.
entry count (n: i64) (k: i64): [k]i32 =
  hist (+) 0 k (map (\i -> (i * 7919) % (k + 1) - 1) (iota n)) (replicate n 1)
-- ==
-- entry: count
-- input { 20003i64 5i64 } output { [3333i32, 3334i32, 3334i32, 3334i32, 3334i32] }
-- input { 20001i64 1i64 } output { [10000i32] }
-- input { 20000i64 0i64 } output { empty([0]i32) }
-- input { 7i64 3i64 } output { [1i32, 2i32, 2i32] }

entry last (n: i64) (k: i64): [k]i64 =
  reduce_by_index (replicate k 100) i64.max i64.lowest (map (% k) (iota n)) (iota n)
-- ==
-- entry: last
-- input { 16386i64 3i64 } output { [16383i64, 16384i64, 16385i64] }
-- input { 4i64 3i64 } output { [100i64, 100i64, 100i64] }

-- Rows that no square of a transposed copy fits into.
entry turned (n: i64) (m: i64): bool =
  let a = tabulate_2d n m (\i j -> i32.i64 (i * 100 + j))
  let b = copy (transpose (copy a))
  in and (flatten (tabulate_2d m n (\j i -> b[j, i] == i32.i64 (i * 100 + j))))
-- ==
-- entry: turned
-- input { 0i64 3i64 } output { true }
-- input { 1i64 70i64 } output { true }
-- input { 7i64 9i64 } output { true }
-- input { 64i64 65i64 } output { true }
-- input { 73i64 131i64 } output { true }
