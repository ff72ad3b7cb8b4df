-- Accumulators of a point: its threads write to them, and combine in them, at any depth.
-- ==
-- structure cuda { kernel:block 2, not kernel:single }

-- ==
-- entry: counted
-- input { 2i64 [[0i64, 1i64, 3i64], [2i64, 2i64, -1i64]] } output { [[19, 31, 4, 43], [4, 4, 28, 4]] }
-- input { 0i64 [[0i64]] } output { [[1, 1, 1, 1]] }
-- input { 1i64 empty([1][0]i64) } output { [[2, 2, 2, 2]] }
entry counted [n] [m] (rounds: i64) (xs: [n][m]i64) : [n][4]i32 =
  map (\row -> loop sums = replicate 4 1i32 for round < rounds do
    intrinsics.reduce_by_index_stream (map (* 2) sums) (+) 0 (\acc (j: i64) ->
      loop acc for k < 2 do intrinsics.acc_write acc row[j] (i32.i64 (j + k + round) * sums[k])) (iota m)) xs

-- ==
-- entry: placed
-- input { [[0i64, 1i64, 3i64], [2i64, 5i64, -1i64]] } output { [[10, 14, 0, 18], [0, 0, 10, 0]] }
entry placed [n] [m] (xs: [n][m]i64) : [n][4]i32 =
  map (\row ->
    let at = scan (+) 0 (map (const 1i64) row)
    let ys = intrinsics.scatter_stream (replicate 4 0i32)
      (\acc j -> intrinsics.acc_write acc row[j] (i32.i64 (at[j] + j) + 4)) (iota m)
    in map (* 2) ys) xs
