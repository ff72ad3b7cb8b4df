-- Rows that are partitioned, reduced behind a scan, or copied and updated, on a device: kernels over the elements of all rows, not a
-- thread for each row.
-- ==
-- entry: parts
-- input { [[5i64, 1i64, 7i64, 2i64], [1i64, 2i64, 3i64, 4i64], [9i64, 9i64, 9i64, 9i64]] }
-- output { [[5i64, 7i64, 1i64, 2i64], [4i64, 1i64, 2i64, 3i64], [9i64, 9i64, 9i64, 9i64]] [2i64, 1i64, 4i64] }
-- input { empty([0][4]i64) } output { empty([0][4]i64) empty([0]i64) }
-- input { empty([2][0]i64) } output { empty([2][0]i64) [0i64, 0i64] }
-- entry: thirds
-- input { [[5i64, 1i64, 7i64, 2i64], [1i64, 2i64, 3i64, 4i64]] [0i64, 1i64] } output { [11i64, 9i64] }
-- entry: ragged
-- input { [0i64, 1i64, 5i64, 2i64] } output { [0i64, 0i64, 25i64, 0i64] }
-- entry: highest
-- input { [[1i64, -5i64, 7i64, 2i64], [-1i64, -2i64, 3i64, 4i64]] } output { [5i64, 4i64] }
-- input { empty([2][0]i64) } output { [-9223372036854775808i64, -9223372036854775808i64] }
-- entry: kept
-- input { [[1i64, -5i64, 7i64, 2i64], [-1i64, -2i64, 3i64, 4i64]] } output { [9i64, 4i64] }
-- entry: updated
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 2i64] } output { [[6i64, 2i64, 7i64], [4i64, 5i64, 7i64]] }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [0i64, 3i64] } error: E0402.*Index \[3\] out of bounds
-- input { empty([0][3]i64) empty([0]i64) } output { empty([0][3]i64) }
-- input { empty([1][0]i64) [0i64] } error: E0402.*out of bounds
-- entry: read_before
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] [1i64, 2i64] } output { [17i64, 29i64] }
-- structure cuda,fuse,simplify,core_to_flat,simplify,arms,simplify,flatten,simplify,sink { par@thread 3 }
entry parts [n][m] (xss: [n][m]i64): ([n][m]i64, [n]i64) =
  unzip (map (\xs -> let (ps, qs) = partition (> 3) xs in ((ps ++ qs) :> [m]i64, length ps)) xss)

entry thirds [n][m] (xss: [n][m]i64) (ks: [n]i64): [n]i64 =
  map2 (\xs k -> let (a, b, c) = partition2 (\x -> x % 3 == k) (\x -> x % 3 == k + 1) xs
                 in i64.sum a + 2 * i64.sum b - i64.sum c + length a + length b) xss ks

entry ragged (ns: []i64): []i64 =
  map (\n -> let (ps, qs) = partition (\i -> i % 2 == 1) (iota n)
             in i64.sum (map2 (*) ((ps ++ qs) :> [n]i64) (iota n))) ns

entry highest [n][m] (xss: [n][m]i64): [n]i64 = map (\xs -> i64.maximum (scan (+) 0 xs)) xss

entry kept [n][m] (xss: [n][m]i64): [n]i64 = map (\xs -> i64.sum (filter (> 0) (scan (+) 0 xs))) xss

entry updated [n][m] (xss: [n][m]i64) (ks: [n]i64): [n][m]i64 =
  map2 (\xs k -> ((copy xs) with [k] = i64.sum xs) with [2] = 7) xss ks

entry read_before [n][m] (xss: [n][m]i64) (ks: [n]i64): [n]i64 =
  map2 (\xs k -> let ys = scan (+) 0 xs let y = ys[1] let ys = ys with [k] = 7 in i64.sum ys + y) xss ks
