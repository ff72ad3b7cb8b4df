-- Scalars that only kernels need stay on the device.
-- ==
-- entry: main
-- input { [1f32, 2f32, 3f32, 2f32] } output { [0.125f32, 0.25f32, 0.375f32, 0.25f32] }
entry main [n] (xs: [n]f32) = let s = f32.sum xs in map (/ s) xs
-- ==
-- entry: mean
-- input { [1f32, 2f32, 3f32, 2f32] } output { [-1f32, 0f32, 1f32, 0f32] }
entry mean [n] (xs: [n]f32) = let s = f32.sum xs / f32.i64 n in map (\x -> x - s) xs
-- ==
-- entry: norms
-- input { [1f32, 2f32, 3f32, 2f32] 3i32 } output { [0.125f32, 0.25f32, 0.375f32, 0.25f32] }
-- input { [1f32, 2f32, 3f32, 2f32] 0i32 } output { [1f32, 2f32, 3f32, 2f32] }
entry norms [n] (xs: [n]f32) (k: i32) = loop xs for _i < k do let s = f32.sum xs in map (/ s) xs
-- ==
-- entry: both
-- input { [1i64, 2i64, 3i64, 2i64] } output { [9i64, 10i64, 11i64, 10i64] 8i64 }
entry both [n] (xs: [n]i64) = let s = i64.sum xs in (map (+ s) xs, s)
-- ==
-- entry: two
-- input { [1i64, 2i64, 3i64, 2i64] } output { 32i64 3i64 }
entry two [n] (xs: [n]i64) = let s = i64.sum xs let t = i64.maximum xs let u = i64.sum (map (\x -> s + 0 * x) xs) in (u, t)
