-- What the maps in front of a reduction of rows do beside giving values happens once for each of their points.
entry sums [n][d] (k: i64) (xs: [n][d]i32): [k][d]i32 =
  map (\q -> reduce_comm (map2 (+)) (replicate d 0)
               (map (\r -> map (\x -> trace (x + i32.i64 q)) r) xs)) (iota k)
-- ==
-- input { 2i64 [[1, 2], [3, 4]] } output { [[4, 6], [6, 8]] }
-- traces { "trace: 1\ntrace: 2\ntrace: 3\ntrace: 4\ntrace: 2\ntrace: 3\ntrace: 4\ntrace: 5\n" }
