-- Accumulators through loops and conditionals, and with tuples as elements.
-- ==
-- entry: main
-- input { [1i64, 3, 0] } output { [2, 1, 1, 0] }
-- ==
-- entry: conditional
-- input { [1i64, 3, 0] } output { [0, 0, 0, 1] }
-- ==
-- entry: tuples
-- input { [1i64, 1, 2] } output { [0, 2, 2, 0] [1.0, 1.0, 1.0, 1.0] }
entry main (ks: []i64): [4]i32 =
  intrinsics.reduce_by_index_stream (replicate 4 0) (+) 0
    (\(acc: *acc ([4]i32)) (k: i64) -> loop acc for i < k do intrinsics.acc_write acc i 1) ks
entry conditional (ks: []i64): [4]i32 =
  intrinsics.reduce_by_index_stream (replicate 4 0) (+) 0
    (\(acc: *acc ([4]i32)) (k: i64) -> if k > 2 then intrinsics.acc_write acc k 1 else acc) ks
entry tuples (ks: []i64): ([4]i32, [4]f64) =
  unzip (intrinsics.reduce_by_index_stream (replicate 4 (0, 1.0)) (\(a, b) (c, d) -> (a + c, b * d)) (0, 1.0)
    (\(acc: *acc ([4](i32, f64))) (k: i64) -> intrinsics.acc_write acc k (i32.i64 (i64.max 1 (k * k / 2)), 1)) ks)
