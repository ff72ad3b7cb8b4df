-- A block of n rows of m elements is used again for n * m elements; not the other way round, where
-- the product may have wrapped around.
-- ==
-- structure c { alloc 4 }
-- ==
-- entry: product
-- input { [[1i64, 2], [3, 4]] } output { [11i64, 21, 15, 5] }
-- input { empty([0][2]i64) } output { empty([0]i64) }
-- ==
-- entry: rows
-- compiled input { 8589934592i64 } error: E0407
-- input { 2i64 } output { [[0i64, 1], [2, 5]] 24i64 }

entry product [n] [m] (xs: [n][m]i64) =
  let ys = map (\r -> scan (+) 0 r) xs
  let zs = scan (+) 0 (flatten ys)
  in map2 (+) (rotate 1 zs) (rotate 2 zs)

entry rows (n: i64) =
  let xs = scan (+) 0 (replicate (n * n) 1i64)
  let total = i64.sum (map2 (*) xs (rotate 1 xs))
  in (tabulate n (\i -> scan (+) 0 (tabulate n (\j -> i * n + j))), total)
