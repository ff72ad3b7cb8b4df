-- What loops have in common in all rounds (flat/rounds.c): checks fail where they would have, and not where no round, no
-- point or no arm would have made them.

-- ==
-- entry: stencil
-- input { [1i64, 2i64, 4i64] [3i64, 0i64, 2i64] } output { [0.0, 3.0, 19.9178] }
-- input { [0i64, 1i64] [2i64, 2i64] } output { [0.0, 0.0] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]f64) }
entry stencil [n] (halves: [n]i64) (rounds: [n]i64) : [n]f64 =
  map2 (\half h ->
    let w = i64.max 0 (2 * half - 1)
    let weight (k: i64) = 1 / f64.sqrt (f64.i64 (1 + (k - half) * (k - half)))
    let xs = loop xs = map f64.i64 (iota w) for _i < h do
               map (\k -> let c = weight k
                          let low = if k == 0 then xs[0] else xs[k - 1]
                          let high = if k == w - 1 then xs[w - 1] else xs[k + 1]
                          in (c * low + xs[k] + (1 - c) * high) / 2) (iota w)
    in f64.sum xs) halves rounds

-- The index does not change with the round. It is out of range where the arm is taken only.
-- ==
-- entry: far
-- input { 4i64 3i64 [2i64, 0i64] [10i64, 0i64] } output { [[6i64, 7i64, 8i64, 9i64], [0i64, 1i64, 2i64, 3i64]] }
-- input { 4i64 3i64 [1i64] [1i64] } error: E0402.*Index \[4\]
-- input { 4i64 3i64 [-1i64] [1i64] } output { [[0i64, 1i64, 2i64, 3i64]] }
-- input { 4i64 -1i64 [2i64] [1i64] } output { [[6i64, 3i64, 0i64, 1i64]] }
-- input { 0i64 3i64 [2i64] [0i64] } output { empty([1][0]i64) }
entry far [n] (w: i64) (off: i64) (hs: [n]i64) (froms: [n]i64) : [n][w]i64 =
  map2 (\h from ->
    loop xs = iota w for _t < h do
      map (\k -> if k < from then xs[k] + 3 else xs[k + off]) (iota w)) hs froms

-- In the inner of two loops, which has no round at first.
-- ==
-- entry: nested
-- input { [1i64, 2i64, 3i64] [1i64, 3i64] 0i64 } output { [[1i64, 2i64, 3i64], [4i64, 5i64, 7i64]] }
-- input { [1i64, 2i64, 3i64] [1i64, 1i64] 7i64 } output { [[1i64, 2i64, 3i64], [1i64, 2i64, 3i64]] }
-- input { [1i64, 2i64, 3i64] [2i64, 2i64] 7i64 } error: E0402.*Index \[(8|7)\]
entry nested [n] [w] (ys: [w]i64) (hs: [n]i64) (off: i64) : [n][w]i64 =
  map2 (\h i -> loop xs = ys for t < h do
                  loop xs = xs for u < t do
                    map (\k -> xs[k] + ys[k / (i + 2) + off] + k / (i + 1) * u) (iota w)) hs (iota n)

-- What fails later than a trace is not told before it.
-- ==
-- entry: told
-- input { [1i64, 2i64] [1i64] } output { [[3i64, 3i64]] } traces { "round: 0\nround: 1\n" }
-- input { [1i64, 2i64] [5i64] } error: E0402
entry told [n] [w] (ys: [w]i64) (offs: [n]i64) : [n][w]i64 =
  map (\off -> loop xs = ys for t < 2 do
                 let t = #[trace(round)] t
                 in map (\k -> xs[k] + (if k == 0 then ys[off + k] else 1) * (1 - t)) (iota w)) offs

-- Rounds are counted by numbers of any width.
-- ==
-- entry: counted
-- input { [1i64, 2i64] [0i64] 2i8 } output { [[3i64, 6i64]] }
-- input { [1i64, 2i64] [1i64] 1i8 } error: E0402
-- input { [1i64, 2i64] [1i64] -1i8 } output { [[1i64, 2i64]] }
entry counted [n] [w] (ys: [w]i64) (offs: [n]i64) (h: i8) : [n][w]i64 =
  map (\off -> loop xs = ys for _t < h do map (\k -> xs[k] + ys[k * k + off]) (iota w)) offs
