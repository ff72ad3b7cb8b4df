-- Reductions, scans and histograms of rows.
def main [n][m] (xss: [n][m]f32) (is: [n]i64) =
  let s = reduce (map2 (+)) (replicate m 0) xss
  let p = scan (map2 (+)) (replicate m 0) xss
  let h = reduce_by_index (replicate 3 (replicate m 0f32)) (map2 (+)) (replicate m 0) is xss
  in (s, p, h)
-- ==
-- input { [[1f32,2f32],[3f32,4f32],[5f32,6f32]] [0i64,2i64,7i64] } output { [9f32,12f32] [[1f32,2f32],[4f32,6f32],[9f32,12f32]] [[1f32,2f32],[0f32,0f32],[3f32,4f32]] }
