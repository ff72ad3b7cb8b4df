-- Accumulators: several writes per element, with and without an operator.
-- ==
-- entry: main
-- input { [0i64, 1, 1, 3] } output { [1, 3, 2, 1] }
-- ==
-- entry: plain
-- input { [0i64, 2] } output { [5, 6, 5, 6] }
entry main (is: []i64): [4]i32 =
  intrinsics.reduce_by_index_stream (replicate 4 0) (+) 0
    (\(acc: *intrinsics.acc ([4]i32)) i ->
       let acc = intrinsics.acc_write acc i 1 in intrinsics.acc_write acc (i + 1) 1) is
entry plain (is: []i64): [4]i32 =
  intrinsics.scatter_stream (replicate 4 0)
    (\(acc: *intrinsics.acc ([4]i32)) i ->
       let acc = intrinsics.acc_write acc i 5 in intrinsics.acc_write acc (i + 1) 6) is
