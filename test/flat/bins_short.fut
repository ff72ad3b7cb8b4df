-- Short arrays of a constant length that points of bins make are rows, too (flat/bins_size.c).

-- ==
-- entry: states
-- structure opencl { kernel:block 2 }
-- input { [3i64, 0i64, 5i64, 1i64] [4i64, 2i64, 0i64, 7i64] } output { [8157i64, 35i64, 44i64, 141i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [512i64, 1i64] [3i64, 9i64] } output { [2614669i64, 226i64] }
-- input { [513i64, 1i64] [3i64, 9i64] } output { [2499596i64, 226i64] }
entry states [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let (xs, state, last) =
      loop (xs, state, last) = (iota w, [1, 2, 3i64], replicate 5 0) for t < h do
        let s = i64.sum xs
        let state = [state[1], state[2], (state[0] + s + t) % 1009]
        let last = last with [(s + t) % 5] = s % 100 + last[t % 5]
        in (map (\k -> (xs[k] * state[k % 3] + last[k % 5]) % 10007) (iota w), state, last)
    in i64.sum xs + state[0] * 3 + state[1] * 5 + state[2] * 7 + last[0] + last[4]) ws hs

-- Rows that begin empty, and a point whose rows are shorter than its short arrays.
-- ==
-- entry: turns
-- input { [3i64, 0i64, 5i64, 1i64] [4i64, 2i64, 0i64, 7i64] } output { [11193i64, 0i64, 10000i64, 4071i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry turns [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let (xs, best) =
      loop (xs: [w]i64, best: []i64) = (iota w, []) for t < h do
        let ys = map (\k -> (xs[w - 1 - k] * 3 + t) % 11) (iota w)
        in (ys, if i64.sum ys > i64.sum best then ys else best)
    in i64.sum xs * 1000 + i64.sum best * 10 + length best) ws hs
