-- Functions of the prelude that came late, and the streams over accumulators.
-- ==
-- entry: exclusive
-- input { [1, 2, 3, 4] } output { [0, 1, 3, 6] [1.0, 1.0, 2.0, 6.0, 24.0] }
-- input { empty([0]i32) } output { empty([0]i32) [1.0, 1.0, 2.0, 6.0, 24.0] }
-- ==
-- entry: exclusive_rows
-- input { [[1, 2], [3, 4]] } output { [[0, 0], [1, 2]] [[0, 1], [0, 3]] }
-- ==
-- entry: flat
-- input { [2i64, 0, 3] } output { [0i64, 1, 0, 1, 2] 5i64 }
-- input { empty([0]i64) } output { empty([0]i64) 0i64 }
-- ==
-- entry: flat_rows
-- input { [2i64, 1] } output { [[0i64, 2], [1i64, 2], [0i64, 1]] }
-- ==
-- entry: flat_regular
-- input { [1, 2] 2i64 } output { [1, 1, 2, 2] [true, false, true, false] }
-- ==
-- entry: flat_with
-- input { [2i64, 0, 3] } output { [10i64, 11, 10, 11, 12] [4i64, 0, 9] }
-- ==
-- entry: flat_nested
-- input { [[1i64, 2], [0i64, 2]] } output { [3i64, 2] [[0i64, 0, 1], [0i64, 1, 0]] }
-- ==
-- entry: flat_twice
-- input { 3i64 } output { [0i64, 0, 0, 1] }
-- ==
-- entry: scalars
-- input { true 4.0 } output { false 0.25 0.25f32 [7, 7] }
-- ==
-- entry: streams
-- input { [0i64, 2, 0, 5] } output { [2, 0, 1] [9, 0, 9] [2, 0, 1] }
entry exclusive (xs: []i32) = (exscan (+) 0 xs, exscan (*) 1 [1f64, 2, 3, 4, 5])
entry exclusive_rows [n][m] (xss: [n][m]i32) =
  (exscan (map2 (+)) (replicate m 0) xss, map (exscan (+) 0) xss)

entry flat (ns: []i64) = let xs = flatmap iota ns in (xs, length xs)
entry flat_rows (ns: []i64) = flatmap (\n -> tabulate n \i -> [i, n]) ns
entry flat_regular (xs: []i32) (k: i64) =
  unzip (flatmap (\x -> map (\i -> (x, i == 0)) (iota k)) xs)
entry flat_with (ns: []i64) = flatmap' (\n -> (map (+ 10) (iota n), n * n)) ns
entry flat_nested [n] (nss: [n][2]i64): ([n]i64, [n][3]i64) =
  unzip (map (\ns -> let xs = flatmap iota ns in (length xs, take 3 (xs ++ [0, 0]))) nss)
entry flat_twice (n: i64) = flatmap (\m -> flatmap iota (iota m)) (iota (n + 1))

entry scalars (b: bool) (x: f64): (bool, f64, f32, [2]i32) = (not b, f64.recip x, f32.recip 4, rep 7)

def hist_stream [k][n] 'a 'b (dest: *[k]a) (op: a -> a -> a) (ne: a)
                (f: *acc ([k]a) -> b -> acc ([k]a)) (bs: [n]b): *[k]a =
  intrinsics.hist_stream dest op ne f bs
entry streams (is: []i64) =
  let one (acc: *acc ([3]i32)) (i: i64) = intrinsics.acc_write acc i 1i32
  let nine (acc: *acc ([3]i32)) (i: i64) = intrinsics.acc_write acc i 9i32
  in (hist_stream (replicate 3 0) (+) 0 one is,
      intrinsics.scatter_stream (replicate 3 0) nine is,
      intrinsics.hist_1d 1 (replicate 3 0) (+) 0 is (map (const 1) is))
