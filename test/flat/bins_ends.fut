-- What points of bins give is what the nest does with it: reductions, prefixes, histograms, arrays of a regular size
-- (flat/bins_give.c).

-- ==
-- entry: total
-- structure opencl { kernel:block 6 }
-- input { [3i64, 0i64, 5i64] [1i64, 4i64, 3i64] } output { 73i64 58i64 }
-- input { empty([0]i64) empty([0]i64) } output { 0i64 -9223372036854775808i64 }
entry total [n] (ws: [n]i64) (hs: [n]i64) : (i64, i64) =
  let one w h = loop s = w for t < h do s + i64.sum (map (\k -> (k + s) % (7 + t)) (iota w))
  let ss = map2 one ws hs
  in (i64.sum ss, i64.maximum ss)

-- ==
-- entry: prefixes
-- input { [3i64, 0i64, 5i64] [1i64, 4i64, 3i64] } output { [15i64, 15i64, 73i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry prefixes [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  let one w h = loop s = w for t < h do s + i64.sum (map (\k -> (k + s) % (7 + t)) (iota w))
  in scan (+) 0 (map2 one ws hs)

-- ==
-- entry: counts
-- input { [3i64, 0i64, 5i64, 2i64] [1i64, 4i64, 3i64, 2i64] } output { [1i64, 0i64, 2i64] }
-- input { empty([0]i64) empty([0]i64) } output { [0i64, 0i64, 0i64] }
entry counts [n] (ws: [n]i64) (hs: [n]i64) : [3]i64 =
  let one w h = loop s = w for t < h do s + i64.sum (map (\k -> (k + s) % (7 + t)) (iota w))
  in hist (+) 0 3 (map (\s -> s % 4) (map2 one ws hs)) (replicate n 1)

-- Points whose sum is even; the sizes that a filter leaves.
-- ==
-- entry: kept
-- input { [3i64, 0i64, 5i64, 2i64] [1i64, 4i64, 3i64, 2i64] } output { [0i64, 58i64, 14i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry kept [n] (ws: [n]i64) (hs: [n]i64) : []i64 =
  let one w h = loop s = w for t < h do s + i64.sum (map (\k -> (k + s) % (7 + t)) (iota w))
  in filter (\s -> s % 2 == 0) (map2 one ws hs)

-- Rows of a regular size, made of one that is not.
-- ==
-- entry: rows
-- input { [3i64, 1i64, 5i64] [1i64, 4i64, 3i64] 4i64 }
-- output { [[3i64, 5i64, 10i64, 6i64], [109i64, 110i64, 111i64, 112i64], [58i64, 69i64, 55i64, 66i64]] [[15i64, 3i64], [109i64, 1i64], [340i64, 5i64]] }
-- input { empty([0]i64) empty([0]i64) 4i64 } output { empty([0][4]i64) empty([0][2]i64) }
-- input { [1i64] [2i64] 0i64 } output { empty([1][0]i64) [[11i64, 1i64]] }
entry rows [n] (ws: [n]i64) (hs: [n]i64) (m: i64) : ([n][m]i64, [n][2]i64) =
  unzip (map2 (\w h ->
    let xs = loop xs = iota w for t < h do map (\k -> xs[k] + xs[(k * 2 + 1) % w] + k + 2 * h - t) (iota w)
    in (map (\q -> xs[q % w] + q) (iota m), [i64.sum xs, w])) ws hs)

-- The end of a point fails where the point itself does not.
-- ==
-- entry: failing
-- input { [3i64, 1i64] [1i64, 4i64] [0i64, 0i64] } output { [[2i64, 2i64], [6i64, 6i64]] }
-- input { [3i64, 1i64] [1i64, 4i64] [0i64, 1i64] } error: E0402.*Index \[1\] out of bounds for array of shape \[1\]
entry failing [n] [m] (ws: [n]i64) (hs: [n]i64) (at: [m]i64) : [n][m]i64 =
  map2 (\w h ->
    let xs = loop xs = iota w for t < h do map (\k -> xs[w - 1 - k] + t) (iota w)
    in map (\a -> xs[a] + a) at) ws hs
