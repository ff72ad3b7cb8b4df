-- Loops that go on as long as a condition holds, which is another one for each point of a bin (flat/bins.h).

-- What a round gives is asked in front of the next one; rows without elements, points without rounds.
-- ==
-- entry: settle
-- structure opencl { kernel:block 3 }
-- input { [3i64, 0i64, 5i64, 1i64, 9i64] }
-- output { [10i64, 0i64, 1837i64, 0i64, 3852i64] [1i64, 0i64, 50i64, 0i64, 50i64] }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]i64) }
-- input { [512i64] } output { [278852i64] [50i64] }
-- input { [513i64, 4i64] } output { [278089i64, 218i64] [50i64, 50i64] }
entry settle [n] (ws: [n]i64) : ([n]i64, [n]i64) =
  unzip (map (\w ->
    let (xs, _, t) =
      loop (xs, change, t) = (map (\k -> k * 3 % 11) (iota w), w, 0) while change > 1 && t < 50 do
        let ys = map (\k -> if k > 0 && k < w - 1 then (xs[k - 1] + xs[k] + xs[k + 1]) / 2 % 1009 else xs[k]) (iota w)
        in (ys, i64.sum (map2 (\x y -> i64.abs (x - y)) xs ys), t + 1)
    in (i64.sum xs, t)) ws)

-- The condition itself has parallelism; a while in a loop of a count, and in another while.
-- ==
-- entry: nested
-- input { [3i64, 0i64, 1i64, 6i64, 2i64] } output { [8175i64, 24001i64, 23026i64, 17268i64, 9085i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry nested [n] (ws: [n]i64) : [n]i64 =
  map2 (\w i ->
    let (xs, c) =
      loop (xs, c) = (iota w, 0) for t < 1 + i % 4 do
        let (ys, k) =
          loop (ys, k) = (xs, 0) while i64.sum ys < 1000 * (t + 1) && k < 12 do (map (\y -> y * 2 + t + 1) ys, k + 1)
        in (map (% 97) ys, c + k)
    let (zs, d) =
      loop (zs, d) = (xs, 0) while d < i && (d < 3 || i64.maximum zs > 5) do
        let zs = loop zs while w > 0 && zs[0] % 3 != 0 do map (\k -> zs[w - 1 - k] + 1) (iota w)
        in (zs, d + 1)
    in i64.sum zs + 1000 * c + d) ws (iota n)

-- In an arm; around a branch; arrays that change places; a row that is written to.
-- ==
-- entry: arms
-- input { [3i64, 0i64, 1i64, 6i64, 4i64, 5i64] } output { [3i64, 0i64, 3i64, 42i64, 22i64, 35i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
entry arms [n] (ws: [n]i64) : [n]i64 =
  map2 (\w i ->
    let (xs, ys, _) =
      loop (xs: [w]i64, ys: [w]i64, t) = (iota w, replicate w i, 0) while t < i % 4 do
        let (xs, ys) =
          if (t + i) % 2 == 0
          then (loop (xs: [w]i64, ys: [w]i64) = (copy ys, copy xs) while w > 0 && i64.sum xs < 7 do (map2 (+) xs (map (+ 1) ys), copy ys))
          else (map (\k -> ys[w - 1 - k]) (iota w), copy xs)
        let xs = if w > 0 then copy xs with [t % w] = ys[w - 1] + 1 else xs
        in (xs, ys, t + 1)
    in i64.sum xs + i64.sum ys) ws (iota n)
