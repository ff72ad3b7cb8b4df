-- One step of k-means: each centre moves to the mean of the points that are nearest to it.
def distance [d] (a: [d]f32) (b: [d]f32): f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k][d] (centres: [k][d]f32) (point: [d]f32): i64 =
  let distances = map (distance point) centres
  let closer (i, a) (j, b) = if b < a then (j, b) else (i, a)
  in (reduce closer (i64.highest, f32.inf) (zip (iota k) distances)).0

entry main [n][k][d] (points: [n][d]f32) (centres: [k][d]f32): [k][d]f32 =
  let owners = map (nearest centres) points
  let counts = reduce_by_index (replicate k 0) (+) 0 owners (replicate n 1i32)
  let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) owners points
  in map2 (\sum count -> map (/ f32.i32 (i32.max 1 count)) sum) sums counts
-- ==
-- input { [[0f32, 0f32], [0f32, 2f32], [10f32, 10f32]] [[1f32, 1f32], [9f32, 9f32]] }
-- output { [[0f32, 1f32], [10f32, 10f32]] }
