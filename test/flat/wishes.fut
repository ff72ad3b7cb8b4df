-- Attributes choose between versions; the values are the same.
-- ==
-- entry: thread blocks order inner plain
-- input { [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] }
-- output { [[2f32, 8f32, 20f32], [8f32, 26f32, 56f32]] }
-- input { [[1f32]] } output { [[2f32]] }
-- input { empty([0][3]f32) } output { empty([0][3]f32) }
-- input { empty([2][0]f32) } output { empty([2][0]f32) }
-- structure cuda { threshold 10, not kernel:single }
def steps [m] (xs: [m]f32): [m]f32 = map (* 2) (loop ys = copy xs for _i < 2 do scan (+) 0 ys)
entry thread [n][m] (xss: [n][m]f32): [n][m]f32 = #[sequential_inner] map steps xss
entry blocks [n][m] (xss: [n][m]f32): [n][m]f32 = #[incremental_flattening(only_intra)] map steps xss
entry order [n][m] (xss: [n][m]f32): [n][m]f32 = #[sequential_outer] map steps xss
entry inner [n][m] (xss: [n][m]f32): [n][m]f32 = #[flattening(only_inner)] map steps xss
entry plain [n][m] (xss: [n][m]f32): [n][m]f32 = #[flattening(no_intra)] map steps xss
