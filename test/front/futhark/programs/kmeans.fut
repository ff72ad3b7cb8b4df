-- K-means with reduce_by_index over array-valued elements.
-- ==
-- input { 2i64 4i32 [[1.0f32, 1.0f32], [5.0f32, 5.0f32], [1.5f32, 2.0f32], [6.0f32, 5.0f32], [1.0f32, 0.5f32], [5.5f32, 4.5f32], [9.0f32, 1.0f32]] }
-- output { [[1.166667f32, 1.166667f32], [6.375f32, 3.875f32]] }
-- input { 3i64 1i32 [[1.0f32, 1.0f32], [5.0f32, 5.0f32], [1.5f32, 2.0f32], [6.0f32, 5.0f32], [1.0f32, 0.5f32], [5.5f32, 4.5f32], [9.0f32, 1.0f32]] }
-- output { [[1.0f32, 0.75f32], [6.375f32, 3.875f32], [1.5f32, 2.0f32]] }

def distance [d] (a: [d]f32) (b: [d]f32) : f32 =
  f32.sum (map (\x -> x * x) (map2 (-) a b))

def nearest [k][d] (centres: [k][d]f32) (p: [d]f32) : i64 =
  let closer (i, x) (j, y) = if x < y || (x == y && i < j) then (i, x) else (j, y)
  let ds = map (distance p) centres
  in (reduce_comm closer (i64.highest, f32.inf) (zip (iota k) ds)).0

def new_centres [n][k][d] (points: [n][d]f32) (_old: [k][d]f32) (membership: [n]i64) : [k][d]f32 =
  let counts = hist (+) 0i32 k membership (replicate n 1)
  let sums =
    reduce_by_index (replicate k (replicate d 0f32)) (map2 (+)) (replicate d 0) membership points
  in map2 (\s c -> map (/ f32.i32 (i32.max c 1)) s) sums counts

entry main [n][d] (k: i64) (iterations: i32) (points: [n][d]f32) : [k][d]f32 =
  loop centres = take k points for _i < iterations do
    new_centres points centres (map (nearest centres) points)
