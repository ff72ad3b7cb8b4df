-- The k nearest records, one after the other (after Rodinia's nn).
def emax : f32 = 1e30
entry main [n] (k: i64) (lat: f32) (lng: f32) (lats: [n]f32) (lngs: [n]f32) : ([]i64, []f32) =
  let distances = map2 (\la ln -> f32.sqrt ((lat - la) * (lat - la) + (lng - ln) * (lng - ln))) lats lngs
  let (result, _) =
    loop (result, distances) = (replicate k (0i64, 0f32), distances) for i < k do
      let (d, at) = reduce_comm (\(d0, i0) (d1, i1) ->
                                   if d0 < d1 then (d0, i0) else if d1 < d0 then (d1, i1)
                                   else if i0 < i1 then (d0, i0) else (d1, i1))
                                (f32.inf, i64.highest) (zip distances (iota n))
      in (result with [i] = (at, d), distances with [at] = f32.inf)
  in unzip result

-- ==
-- entry: main
-- input { 4i64
--   20f32
--   30f32
--   [15.4f32, 44.9f32, 39.8f32, 43f32, 44.9f32, 10.5f32, 12.5f32, 5.1f32, 39f32, 44.2f32, 20.3f32, 31f32]
--   [7.7f32, 46.5f32, 43.2f32, 48.8f32, 40.5f32, 44.1f32, 1.2f32, 36.8f32, 16.6f32, 46.5f32, 40.1f32, 43.2f32] }
-- output { [10i64, 7i64, 5i64, 11i64]
--   [10.1044545f32, 16.3783394f32, 17.0017646f32, 17.1825493f32] }
-- input { 0i64
--   20f32
--   30f32
--   [15.4f32, 44.9f32, 39.8f32, 43f32, 44.9f32, 10.5f32, 12.5f32, 5.1f32, 39f32, 44.2f32, 20.3f32, 31f32]
--   [7.7f32, 46.5f32, 43.2f32, 48.8f32, 40.5f32, 44.1f32, 1.2f32, 36.8f32, 16.6f32, 46.5f32, 40.1f32, 43.2f32] }
-- output { empty([0]i64)
--   empty([0]f32) }
