-- Arrays that are read after they were put into another one are made there, too, and read there.
-- ==
-- structure c { copies 0 }
-- ==
-- entry: update
-- input { [1f64, 2f64, 3f64, 4f64, 5f64, 6f64] } output { [2f64, 4f64, 6f64, 12f64, 12f64, 12f64] 12f64 }
-- input { [1f64, 2f64] } output { [2f64, 2f64] 2f64 }
-- input { empty([0]f64) } output { empty([0]f64) 0f64 }
entry update [n] (xs: *[n]f64) : ([n]f64, f64) =
  let h = n / 2
  let ys = map (* 2) xs[:h]
  let zs = xs with [:h] = ys
  let total = f64.sum ys
  let rest = map (\_ -> total) (iota (n - h))
  in (zs with [h:] = (rest :> [n - (n / 2)]f64), total)
-- ==
-- entry: joined
-- input { [1i64, 2i64, 3i64] } output { [2i64, 3i64, 4i64, 0i64, 9i64] 20i64 }
-- input { empty([0]i64) } output { [0i64, 0i64] 0i64 }
entry joined [n] (xs: [n]i64) =
  let ys = map (+ 1) xs
  let zs = ys ++ [0, i64.sum ys]
  in (zs, i64.sum (map2 (*) ys (indices ys |> map (+ 1))) + i64.sum ys - i64.sum ys + n - n)
-- ==
-- entry: rows
-- input { [1i64, 2i64] } output { [[2i64, 4i64], [4i64, 16i64]] 20i64 }
entry rows [n] (xs: [n]i64) =
  let ys = map (* 2) xs
  let zs = [ys, map (\y -> y * y) ys]
  in (zs, i64.sum (map (\i -> zs[1, i]) (iota n)))
-- The diagonal block of a matrix is needed for the rest of it.
-- ==
-- entry: factors
-- input { [[2f64, 4f64, 6f64], [8f64, 10f64, 12f64], [4f64, 2f64, 0f64]] }
-- output { [[2f64, 2f64, 3f64], [4f64, 10f64, 12f64], [2f64, 2f64, 0f64]] }
entry factors [n] (m: *[n][n]f64) : [n][n]f64 =
  let k = 1i64
  let d = map (map (+ 0.5)) m[:k, :k]
  let d = map (map (\x -> x - 0.5)) (copy d)
  let m = m with [:k, :k] = d
  let right = map (\j -> m[0, j] / d[0, 0]) (k...n - 1)
  let below = map (\i -> m[i, 0] / d[0, 0]) (k...n - 1)
  let m = m with [0, k:] = (right :> [n - k]f64)
  in m with [k:, 0] = (below :> [n - k]f64)
