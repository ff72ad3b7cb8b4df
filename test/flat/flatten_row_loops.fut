-- Loops and branches of points with rows inside, on a device: few points run them together, so that each round is a kernel over the
-- elements of all rows; otherwise each thread has a row. Both versions are there.
-- ==
-- entry: sums
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 3 } output { [18i64, 75i64] }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 0 } output { [0i64, 0i64] }
-- input { empty([0][3]i64) 3 } output { empty([0]i64) }
-- input { empty([2][0]i64) 3 } output { [0i64, 0i64] }
-- entry: steps
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] 2 } output { [[1i64, 4i64, 10i64], [4i64, 13i64, 28i64]] }
-- entry: either
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64], [0i64, 0i64, 9i64]] } output { [3i64, 15i64, 9i64] }
-- entry: halvings
-- input { [[1i64, 2i64, 3i64], [4i64, 50i64, 6i64], [0i64, 0i64, 9i64]] } output { [0i32, 4i32, 1i32] }
-- structure cuda,fuse,simplify,core_to_flat,simplify,flatten,simplify { loop 6, threshold 4 }
entry sums [n][m] (xss: [n][m]i64) (k: i32): [n]i64 =
  map (\xs -> loop s = 0 for _i < k do s + i64.sum (map (\x -> x * (s % 2 + 1)) xs)) xss

entry steps [n][m] (xss: [n][m]i64) (k: i32): [n][m]i64 = map (\xs -> loop xs for _i < k do scan (+) 0 xs) xss

entry either [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> if xs[0] % 4 == 1 then i64.maximum xs else i64.sum xs) xss

entry halvings [n][m] (xss: [n][m]i64): [n]i32 =
  map (\xs -> (loop (xs, k) = (xs, 0i32) while i64.maximum xs > 5 do (map (/ 2) xs, k + 1)).1) xss
