-- How crowded it is around each point, and how many points have company of up to 0, 1, … others.
-- doc/gpu.md follows this program to a GPU.
entry crowd [n] (k: i64) (xs: [n]f32) : ([n]f32, [k]i64) =
  let near = map (\x -> f32.sum (map (\y -> 1 / (1 + (x - y) * (x - y))) xs)) xs
  let counts = hist (+) 0 k (map i64.f32 near) (replicate n 1)
  in (near, scan (+) 0 counts)

-- ==
-- entry: crowd
-- input { 4i64 [0f32, 1f32, 9f32] }
-- output { [1.512f32, 1.515f32, 1.028f32] [0i64, 3i64, 3i64, 3i64] }
-- structure cuda { kernel:sweep 1, kernel:histogram 1, kernel:scan 1, not kernel:single }
