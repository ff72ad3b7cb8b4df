-- Facility location by local search: would opening a new centre pay? (after Rodinia's streamcluster)
def dist2 [d] (a: [d]f32) (b: [d]f32) : f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def gain [n] [d] (points: [n][d]f32) (centre: [n]i32) (cost: [n]f32) (facility: f32) (x: i64) : (f32, [n]i32, [n]f32) =
  let new = map (\p -> dist2 p points[x]) points
  let lower = map3 (\a b c -> if a < b then (0, b - a) else (c, 0)) new cost centre |> map (.1)
  -- what each old centre would lose if it closed
  let extra = reduce_by_index (replicate n 0f32) (+) 0 (map i64.i32 centre)
                              (map2 (\a b -> if a < b then 0 else a - b) new cost)
  let opened = reduce_by_index (replicate n false) (||) false (map i64.i32 centre) (replicate n true)
  let closes = map2 (\o e -> o && e < facility) opened extra
  let saved = f32.sum (map2 (\c e -> if c then facility - e else 0) closes extra)
  let total = f32.sum lower + saved - facility
  in if total <= 0 then (0, centre, cost)
     else let (c, k) = unzip (map3 (\a b c -> if a < b || closes[c] then (i32.i64 x, a) else (c, b)) new cost centre)
          in (total, c, k)

entry main [n] [d] (facility: f32) (candidates: []i64) (points: [n][d]f32) : (f32, [n]i32) =
  let (cost, centre) =
    loop (cost, centre) = (map (dist2 points[0]) points, replicate n 0) for x in candidates do
      let (_, centre, cost) = gain points centre cost facility x
      in (cost, centre)
  let used = reduce_by_index (replicate n 0i32) i32.max 0 (map i64.i32 centre) (replicate n 1)
  in (f32.sum cost + facility * f32.i32 (i32.sum used), centre)

-- ==
-- entry: main
-- input { 8f32
--   [11i64, 3i64, 2i64, 11i64, 10i64, 8i64, 3i64, 10i64]
--   [[9.75f32, 5.93f32], [9.98f32, 0.2f32], [1.87f32, 9.96f32], [6.02f32, 5.77f32], [0.42f32, 1.46f32], [4.42f32, 0.1f32], [6.1f32, 8.3f32], [3.86f32, 0.74f32], [2.09f32, 6.37f32], [0.16f32, 3.69f32], [6.22f32, 1.27f32], [5.87f32, 8.32f32], [1.36f32, 3.86f32], [6.27f32, 3.11f32], [2.28f32, 6.1f32]] }
-- output { 121.9296f32
--   [0i32, 10i32, 2i32, 3i32, 8i32, 10i32, 11i32, 10i32, 8i32, 8i32, 10i32, 11i32, 8i32, 10i32, 8i32] }
