-- k-means in d dimensions, with sums of vectors per cluster and a loop until no point moves (after Rodinia's kmeans).
def square (x: f32) = x * x
def distance [d] (a: [d]f32) (b: [d]f32) = f32.sum (map square (map2 (-) a b))

def find_nearest [k] [d] (centres: [k][d]f32) (point: [d]f32) : i32 =
  let (i, _) = foldl (\(best, bd) (i, c) -> let cd = distance c point in if cd < bd then (i, cd) else (best, bd))
                     (0, f32.inf) (zip (map i32.i64 (iota k)) centres)
  in i

def centroids [n] [d] (k: i64) (points: [n][d]f32) (membership: [n]i32) : [k][d]f32 =
  let counts = reduce_by_index (replicate k 0i32) (+) 0 (map i64.i32 membership) (replicate n 1)
  let sums = reduce_by_index (replicate k (replicate d 0f32)) (map2 (+)) (replicate d 0) (map i64.i32 membership) points
  in map2 (\s c -> map (/ f32.i32 (i32.max 1 c)) s) sums counts

entry main [n] [d] (threshold: i32) (k: i64) (limit: i32) (points: [n][d]f32) : ([k][d]f32, [n]i32, i32) =
  let (membership, centres, _, rounds) =
    loop (membership, centres, delta, i) = (replicate n (-1), points[:k], threshold + 1, 0)
    while delta > threshold && i < limit do
      let new = map (find_nearest centres) points
      let centres' = centroids k points new
      let delta = i32.sum (map2 (\a b -> i32.bool (a != b)) membership new)
      in (new, centres', delta, i + 1)
  in (centres, membership, rounds)

-- The same sums with a sequential accumulation per chunk: a reduction of whole matrices.
entry sums [n] [d] (k: i64) (membership: [n]i64) (points: [n][d]f32) : [k][d]f32 =
  reduce (map2 (map2 (+))) (replicate k (replicate d 0))
         (map2 (\m p -> tabulate k (\i -> if i == m then p else replicate d 0)) membership points)

-- ==
-- entry: main
-- input { 0i32
--   3i64
--   20i32
--   [[3.24f32, 1.51f32, 6.51f32], [0.72f32, 5.36f32, 3.66f32], [0.58f32, 5.07f32, 0.37f32], [4.34f32, 0.7f32, 0.91f32], [4.25f32, 8.27f32, 1.24f32], [2.23f32, 6.27f32, 9.48f32], [5.77f32, 3.97f32, 9.76f32], [0.47f32, 8.58f32, 2.9f32], [1.44f32, 1.18f32, 3.08f32], [8.16f32, 1.81f32, 5.82f32], [6.39f32, 3.72f32, 5.48f32], [0.63f32, 0.6f32, 2.06f32], [6.8f32, 4.28f32, 3.14f32], [5.86f32, 4.53f32, 3f32]] }
-- output { [[5.49285714f32, 3.72714286f32, 6.17f32], [1.505f32, 6.82f32, 2.0425f32], [2.13666667f32, 0.826666667f32, 2.01666667f32]]
--   [0i32, 1i32, 1i32, 2i32, 1i32, 0i32, 0i32, 1i32, 2i32, 0i32, 0i32, 2i32, 0i32, 0i32]
--   4i32 }

-- ==
-- entry: sums
-- input { 4i64
--   [1i64, 1i64, 0i64, 2i64, 3i64, 2i64, 3i64, 2i64, 0i64, 0i64, 3i64, 1i64, 2i64, 1i64]
--   [[3.24f32, 1.51f32, 6.51f32], [0.72f32, 5.36f32, 3.66f32], [0.58f32, 5.07f32, 0.37f32], [4.34f32, 0.7f32, 0.91f32], [4.25f32, 8.27f32, 1.24f32], [2.23f32, 6.27f32, 9.48f32], [5.77f32, 3.97f32, 9.76f32], [0.47f32, 8.58f32, 2.9f32], [1.44f32, 1.18f32, 3.08f32], [8.16f32, 1.81f32, 5.82f32], [6.39f32, 3.72f32, 5.48f32], [0.63f32, 0.6f32, 2.06f32], [6.8f32, 4.28f32, 3.14f32], [5.86f32, 4.53f32, 3f32]] }
-- output { [[10.18f32, 8.06f32, 9.27f32], [10.45f32, 12f32, 15.23f32], [13.84f32, 19.83f32, 16.43f32], [16.41f32, 15.96f32, 16.48f32]] }
