-- Places that are given as a flattened nest are computed where something is put there, on a device: they are not stored.
-- ==
-- structure cuda { par@grid 2 }
-- ==
-- entry: tiles
-- input { [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32]] 2i64 } output { [[0i32, 1i32, 10i32, 11i32], [2i32, 3i32, 12i32, 13i32]] }
-- input { empty([0][4]i32) 2i64 } output { empty([0][4]i32) }
-- input { [[7i32, 7i32, 7i32, 7i32]] 0i64 } output { [[7i32, 7i32, 7i32, 7i32]] }
-- input { [[7i32, 7i32, 7i32]] 2i64 } output { [[0i32, 1i32, 10i32]] }
entry tiles [n][m] (xs: *[n][m]i32) (q: i64) : *[n][m]i32 =
  let is = flatten_3d (tabulate_3d q 2 2 (\t i j -> (i, t * 2 + j)))
  let vs = flatten_3d (tabulate_3d q 2 2 (\t i j -> i32.i64 (t * 10 + i * 2 + j)))
  in scatter_2d xs is vs

-- ==
-- entry: counts
-- input { [0i64, 0i64, 0i64] [[1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8], [1i8, 1i8, 1i8, 1i8]] } output { [4i64, 4i64, 4i64] }
-- input { [0i64, 0i64] empty([0][4]i8) } output { [0i64, 0i64] }
entry counts [n][a] (xs: *[n]i64) (_: [a][4]i8) : *[n]i64 =
  reduce_by_index xs (+) 0 (flatten (tabulate_2d a 4 (\i _ -> i64.min i 2))) (replicate (a * 4) 1)
