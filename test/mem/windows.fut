-- Views by LMADs whose indices may have elements in common are copied before they are written, wherever they come from;
-- the others are written in place.
-- ==
-- structure c { copies 5, not combine }
-- ==
-- entry: looped
-- input { [0i64, 1i64, 2i64, 3i64] 0i64 } output { [[0i64, 1i64, 2i64], [1i64, 2i64, 3i64]] }
-- input { [0i64, 1i64, 2i64, 3i64] 1i64 } output { [[9i64, 1i64, 2i64], [1i64, 2i64, 3i64]] }
-- input { [0i64, 1i64, 2i64, 3i64] 2i64 } output { [[9i64, 1i64, 2i64], [9i64, 2i64, 3i64]] }
entry looped [n] (xs: *[n]i64) (k: i64) = loop ys = lmad.slice_2d xs 0 2 1 3 1 for i < k do ys with [i, 0] = 9
-- ==
-- entry: chosen
-- input { [0i64, 1i64, 2i64, 3i64, 4i64] true } output { [[0i64, 1i64, 2i64], [9i64, 2i64, 3i64]] }
-- input { [0i64, 1i64, 2i64, 3i64, 4i64] false } output { [[1i64, 2i64, 3i64], [9i64, 3i64, 4i64]] }
entry chosen [n] (xs: *[n]i64) (c: bool) =
  let ys = if c then lmad.slice_2d xs 0 2 1 3 1 else lmad.slice_2d xs 1 2 1 3 1
  in ys with [1, 0] = 9
-- A step that is 0 only when it runs.
-- ==
-- entry: stepped
-- input { [5i64, 6i64, 7i64, 8i64] 0i64 } output { [5i64, 9i64, 5i64] }
-- input { [5i64, 6i64, 7i64, 8i64] 1i64 } output { [5i64, 9i64, 7i64] }
entry stepped [n] (xs: *[n]i64) (s: i64) = lmad.slice_1d xs 0 3 s with [1] = 9
-- Blocks of a square do not overlap: neither are they counted nor copied.
-- ==
-- entry: blocks
-- input { [[1f32, 2f32], [3f32, 4f32]] } output { [[1f32, 2f32], [3f32, 4f32]] }
-- input { [[1f32, 2f32, 3f32, 4f32], [5f32, 6f32, 7f32, 8f32], [1f32, 1f32, 1f32, 1f32], [2f32, 2f32, 2f32, 2f32]] }
-- output { [[1f32, 2f32, 3f32, 4f32], [5f32, 6f32, 7f32, 8f32], [1f32, 1f32, 10f32, 10f32], [2f32, 2f32, 20f32, 20f32]] }
entry blocks [n] (m: [n][n]f32) =
  let q = n / 2 - 1
  let a = flatten (copy m)
  let blocks = map (map (map (map (* 10)))) (lmad.slice_4d a (2 * n + 2) q (2 * n) q 2 2 n 2 1)
  in unflatten (lmad.update_4d a (2 * n + 2) (2 * n) 2 n 1 blocks)
