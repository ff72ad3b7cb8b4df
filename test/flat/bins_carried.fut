-- Points in loops that carry what is no array of a bin: it becomes a row of its own (flat/bins_normal.c).

-- A loop that begins with a view of what the host has; one that gives it in each round.
-- ==
-- entry: begins
-- structure opencl { kernel:block 4 }
-- input { [3i64, 0i64, 1i64, 4i64] [2i64, 3i64, 0i64, 1i64] [5i64, -1i64, 7i64, 2i64] } output { [102i64, 0i64, 5i64, 39i64] }
-- input { empty([0]i64) empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry begins [n] [m] (ws: [n]i64) (hs: [n]i64) (host: [m]i64) : [n]i64 =
  map2 (\w h ->
    i64.sum (loop xs = take w host for t < h do
               map (\k -> xs[w - 1 - k] + 2 * xs[k] + t) (iota w))) ws hs

-- ==
-- entry: gives
-- input { [3i64, 0i64, 1i64, 4i64] [2i64, 3i64, 0i64, 1i64] [5i64, -1i64, 7i64, 2i64] } output { [20i64, 0i64, 0i64, 18i64] }
-- input { empty([0]i64) empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry gives [n] [m] (ws: [n]i64) (hs: [n]i64) (host: [m]i64) : [n]i64 =
  map2 (\w h ->
    let (xs, _) =
      loop (xs, ys) = (iota w, map (* 2) (iota w)) for t < h do
        (map (\k -> xs[w - 1 - k] + ys[k] + t) (iota w), drop (m - w) host :> [w]i64)
    in i64.sum xs) ws hs

-- Arrays of two lengths that take turns.
-- ==
-- entry: turns
-- input { [3i64, 1i64, 1i64, 4i64] [2i64, 3i64, 0i64, 1i64] } output { [44i64, 18i64, 2i64, 15i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry turns [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let room: []i64 = map (\k -> k * h + 1) (iota (h + 1))
    let row: []i64 = iota w
    let (xs, ys) =
      loop (xs: []i64, ys: []i64) = (room, row) for t < h do
        (map (\k -> xs[k % length xs] * 2 + t) (iota w), xs)
    in i64.sum (map (\k -> xs[k % length xs]) (iota w)) + ys[0] + length ys) ws hs
