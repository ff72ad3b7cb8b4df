-- Reductions and scans in f16.
-- ==
-- entry: main
-- input { [1f16, 2.5f16, -0.5f16] } output { 3f16 [1f16, 3.5f16, 3f16] 2.5f16 [1f32, 2.5f32, -0.5f32] }
def main (xs: []f16): (f16, []f16, f16, []f32) =
  (f16.sum xs, scan (+) 0 xs, f16.maximum xs, map f32.f16 xs)
