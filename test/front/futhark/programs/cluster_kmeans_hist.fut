-- k-means; the new centres are sums by histogram.
-- ==
-- entry: main
-- input { [[0.0f32, 0.0f32], [1.0f32, 0.0f32], [0.0f32, 1.0f32], [10.0f32, 10.0f32], [11.0f32, 10.0f32], [10.0f32, 12.0f32], [5.0f32, 5.5f32]] [[0.0f32, 0.0f32], [9.0f32, 9.0f32]] 3i32 }
-- output { [[0.3333333333333333f32, 0.3333333333333333f32], [9.0f32, 9.375f32]] }
-- input { [[0.0f32, 0.0f32], [1.0f32, 0.0f32], [0.0f32, 1.0f32], [10.0f32, 10.0f32], [11.0f32, 10.0f32], [10.0f32, 12.0f32], [5.0f32, 5.5f32]] [[0.0f32, 0.0f32], [9.0f32, 9.0f32], [-100.0f32, -100.0f32]] 1i32 }
-- output { [[0.3333333333333333f32, 0.3333333333333333f32], [9.0f32, 9.375f32], [0.0f32, 0.0f32]] }

def distance (a: [2]f32) (b: [2]f32): f32 = f32.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] (centres: [k][2]f32) (p: [2]f32): i64 =
  let closer (d0, i0) (d1, i1) =
    if d0 < d1 || (d0 == d1 && i0 < i1) then (d0, i0) else (d1, i1)
  in (reduce_comm closer (f32.inf, k) (zip (map (distance p) centres) (iota k))).1

def new_centres [n] [k] (points: [n][2]f32) (membership: [n]i64) (centres: *[k][2]f32): *[k][2]f32 =
  let sums = reduce_by_index (map (map (const 0)) centres) (map2 (+)) [0, 0] membership points
  let counts = reduce_by_index (replicate k 0i32) (+) 0 membership (replicate n 1)
  in map2 (\sum count -> if count == 0 then [0, 0] else map (/ f32.i32 count) sum) sums counts

entry main [n] [k] (points: [n][2]f32) (centres: *[k][2]f32) (rounds: i32): *[k][2]f32 =
  loop centres for _i < rounds do
    let membership = map (nearest centres) points
    in new_centres points membership centres
