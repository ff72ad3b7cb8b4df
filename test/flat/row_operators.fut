-- A histogram of rows and one of numbers are one pass; nothing is stored for the points.
def main [n][d] (k: i64) (is: [n]i64) (rows: [n][d]f32) =
  let owners = map (\i -> i * i % 16) is
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) owners rows
  let counts = reduce_by_index (replicate k 0i32) (+) 0 owners (replicate n 1)
  in (sums, counts)
-- ==
-- input { 2i64 [1i64, 4i64, 3i64, -1i64] [[1f32, 2f32], [3f32, 4f32], [5f32, 6f32], [7f32, 8f32]] }
-- output { [[3f32, 4f32], [8f32, 10f32]] [1i32, 2i32] }
-- structure inline,simplify,hoist,shapes,simplify,fuse,simplify,checks,simplify,core_to_flat,simplify { combine 2, not loop, not slice }
