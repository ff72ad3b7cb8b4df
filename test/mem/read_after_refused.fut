-- Arrays that are read after what they were put into was overwritten there, or that live on, have storage of their own.
-- ==
-- structure c { copies 11 }
-- ==
-- entry: overwritten
-- input { [1i64, 2i64, 3i64, 4i64] } output { [100i64, 4i64, 3i64, 4i64] 2i64 }
entry overwritten [n] (xs: *[n]i64) : ([n]i64, i64) =
  let ys = map (* 2) xs[:n / 2]
  let zs = xs with [:n / 2] = ys
  let zs = zs with [0] = 100
  let at = zs[0] - 100
  in (zs, ys[at])
-- The second value is made before the first one is read.
-- ==
-- entry: replaced
-- input { [1i64, 2i64, 3i64, 4i64] } output { [7i64, 8i64, 3i64, 4i64] 4i64 }
entry replaced [n] (xs: *[n]i64) : ([n]i64, i64) =
  let h = n / 2
  let ys = map (* 2) xs[:h]
  let zs = xs with [:h] = ys
  let vs = map (+ 7) (iota h)
  let at = zs[3] - 3
  let y = ys[at]
  in (zs with [:h] = vs, y)
-- ==
-- entry: joined
-- input { [1i64, 2i64, 3i64] } output { [50i64, 3i64, 4i64, 0i64] 2i64 }
entry joined [n] (xs: [n]i64) =
  let ys = map (+ 1) xs
  let zs = ys ++ [0]
  let zs = zs with [0] = 50
  let at = zs[0] - 50
  in (zs, ys[at])
-- ==
-- entry: looped
-- input { [1i64, 2i64, 3i64] 2i64 } output { [9i64, 9i64, 4i64, 0i64] 2i64 }
-- input { [1i64, 2i64, 3i64] 0i64 } output { [2i64, 3i64, 4i64, 0i64] 2i64 }
entry looped [n] (xs: [n]i64) (k: i64) =
  let ys = map (+ 1) xs
  let zs = loop zs = ys ++ [0] for i < k do zs with [i] = 9
  let at = zs[3]
  in (zs, ys[at])
-- ==
-- entry: scattered
-- input { [1i64, 2i64, 3i64, 4i64] [0i64, 3i64] } output { [5i64, 4i64, 3i64, 5i64] 2i64 }
entry scattered [n][m] (xs: *[n]i64) (is: [m]i64) : ([n]i64, i64) =
  let ys = map (* 2) xs[:n / 2]
  let zs = xs with [:n / 2] = ys
  let zs = scatter zs is (replicate m 5)
  let at = zs[3] - 5
  in (zs, ys[at])
-- ==
-- entry: kept
-- input { [1i64, 2i64, 3i64, 4i64] } output { [2i64, 4i64, 3i64, 4i64] [2i64, 4i64] }
entry kept [n] (xs: *[n]i64) =
  let ys = map (* 2) xs[:n / 2]
  in (xs with [:n / 2] = ys, ys)
-- ==
-- entry: chosen
-- input { [1i64, 2i64, 3i64, 4i64] true } output { [0i64, 4i64, 3i64, 4i64] 2i64 }
-- input { [1i64, 2i64, 3i64, 4i64] false } output { [2i64, 4i64, 3i64, 4i64] 2i64 }
entry chosen [n] (xs: *[n]i64) (c: bool) : ([n]i64, i64) =
  let ys = map (* 2) xs[:n / 2]
  let zs = xs with [:n / 2] = ys
  let zs = if c then zs with [0] = 0 else zs
  let at = zs[3] - 4
  in (zs, ys[at])
-- ==
-- entry: rows
-- input { [1i64, 2i64] 0i64 } output { [[7i64, 4i64], [1i64, 2i64]] 2i64 }
-- input { [1i64, 2i64] 1i64 } output { [[2i64, 4i64], [7i64, 2i64]] 2i64 }
entry rows [n] (xs: [n]i64) (i: i64) =
  let ys = map (* 2) xs
  let zs = [ys, copy xs]
  let zs = zs with [i, 0] = 7
  let at = zs[1, 1] - 2
  in (zs, ys[at])
-- A round reads what it put there; the next one overwrites it.
-- ==
-- entry: rounds
-- input { [1i64, 2i64, 3i64, 4i64] 3i64 } output { [8i64, 16i64, 3i64, 4i64] 14i64 }
entry rounds [n] (xs: *[n]i64) (k: i64) : ([n]i64, i64) =
  loop (zs, total) = (xs, 0) for _i < k do
    let ys = map (* 2) zs[:n / 2]
    let zs = zs with [:n / 2] = ys
    let at = zs[3] - 4
    in (zs, total + ys[at])
-- It is overwritten itself, though nobody looks.
-- ==
-- entry: spoiled
-- input { [1i64, 2i64] } output { [[2i64, 3i64], [1i64, 4i64]] 5i64 }
entry spoiled [n] (xs: [n]i64) =
  let ys = map (+ 1) xs
  let zs = [ys, map (\x -> x * x) xs]
  let at = zs[0, 0] - 2
  let ys = ys with [at] = 5
  in (zs, ys[at])
