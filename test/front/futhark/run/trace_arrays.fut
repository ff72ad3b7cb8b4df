-- Lines with arrays stay whole, also in nests that are flattened otherwise.
-- ==
-- entry: regular
-- input { [[1i64, 2i64], [3i64, 4i64], [5i64, 6i64]] } output { [20i64, 100i64, 244i64] }
-- traces {
--   "doubled: [2, 4]\n" "squares: [4, 16]\n" "sum: 20\n" "doubled: [6, 8]\n" "squares: [36, 64]\n"
--   "sum: 100\n" "doubled: [10, 12]\n" "squares: [100, 144]\n" "sum: 244\n" }
-- entry: irregular
-- input { [2i64, 0i64, 3i64] } output { [1i64, 0i64, 5i64] }
-- traces {
--   "iota: [0, 1]\n" "kept: [1]\n" "sums: [1]\n" "iota: []\n" "kept: []\n" "sums: []\n"
--   "iota: [0, 1, 2]\n" "kept: [1, 2]\n" "sums: [1, 3]\n" }
-- entry: loops
-- input { [1i64, 2i64] 2i64 } output { [[1i64, 1i64], [4i64, 8i64]] }
-- traces { "turn: [1, 1]\n" "turn: [2, 4]\n" }
-- entry: matrix
-- input { 2i64 } output { [6i64, 22i64] }
-- traces { "m: [[0, 1], [2, 3]]\n" "m: [[4, 5], [6, 7]]\n" }

entry regular [n][m] (xss: [n][m]i64) =
  map (\xs ->
         let ys = #[trace(doubled)] (map (* 2) xs)
         let zs = #[trace(squares)] (map2 (*) ys ys)
         in #[trace(sum)] (i64.sum zs))
      xss

entry irregular [n] (ns: [n]i64) =
  map (\k ->
         let xs = #[trace(iota)] (iota k)
         let ys = #[trace(kept)] (filter (> 0) xs)
         let zs = #[trace(sums)] (scan (+) 0 ys)
         in i64.sum zs + (if length zs > 1 then 1 else 0))
      ns

entry loops [n] (xs: [n]i64) (k: i64) =
  map (\x ->
         loop ys = [x, x * x] for i < k - 1 do
           let ys = #[trace(turn)] ys
           in map (\y -> y * (i + 1) * x) ys)
      xs

entry matrix (n: i64) =
  map (\k -> i64.sum (flatten (#[trace(m)] (tabulate_2d n n (\i j -> k * n * n + i * n + j))))) (iota n)
