-- Elements that are combined with those of a row, by places of the same segment (flat/bins_lift.c).

-- Levels of a batch of graphs: nodes and edges are rows of two lengths, and the loop ends when nothing is new.
-- ==
-- entry: levels
-- structure opencl { kernel:block 3 }
-- input { [3i64, 0i64, 5i64, 1i64, 60i64] } output { [-1i64, 0i64, -10i64, 0i64, 482i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [256i64, 2i64] } output { [1001088i64, 2i64] }
-- input { [257i64, 2i64] } output { [4523007i64, 2i64] }
entry levels [n] (ws: [n]i64) : [n]i64 =
  map2 (\i v ->
    let e = v * 2
    let (level, _, _) =
      loop (level, t, goes_on) = (map (\k -> if k == 0 then 0 else -1) (iota v), 0, true) while goes_on do
        let at = map (\k -> let dst = (k * (i + 3) + 1) % i64.max 1 v
                            in if level[k % i64.max 1 v] == t && level[dst] < 0 then dst else -1) (iota e)
        let new = reduce_by_index (copy level) i64.max (-1) at (replicate e (t + 1))
        in (new, t + 1, or (map2 (!=) new level))
    in i64.sum (map2 (*) level (map (+ 1) (iota v)))) (iota n) ws

-- Counts of four classes, which are carried; of some elements the class is out of range.
-- ==
-- entry: classes
-- input { [3i64, 0i64, 5i64, 1i64, 300i64] [2i64, 3i64, 0i64, 5i64, 4i64] }
-- output { [[15i64, 60i64, 2i64, 3i64], [0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 2i64, 3i64], [0i64, 1i64, 2i64, 3i64], [5720i64, 13479i64, 9950i64, 6074i64]] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0][4]i64) }
entry classes [n] (ws: [n]i64) (hs: [n]i64) : [n][4]i64 =
  map2 (\w h ->
    let (_, counts) =
      loop (xs, counts) = (map (\k -> k * 7 % 23) (iota w), [0, 1, 2, 3]) for t < h do
        let counts = reduce_by_index counts (+) 0 (map (\x -> x % 6 - 1) xs) (map (+ t) xs)
        in (map (\x -> (x * 3 + counts[x % 4]) % 101) xs, counts)
    in counts) ws hs

-- Pairs are combined under one lock, and numbers of eight bits.
-- ==
-- entry: small
-- input { [3i64, 0i64, 5i64, 1i64, 300i64] [2i64, 3i64, 0i64, 5i64, 4i64] }
-- output { [1002i64, 0i64, 10000i64, 1i64, -1101912i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
entry small [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let (xs, bs) =
      loop (xs, bs) = (map i8.i64 (iota w), replicate w false) for t < h do
        let bs = reduce_by_index bs (||) false (map (\k -> k * k % (w + 1)) (iota w)) (map (\x -> x % 3 == i8.i64 (t % 3)) xs)
        let ys = hist (+) 0i8 w (map (\k -> k * 5 % i64.max 1 w) (iota w)) xs
        in (map3 (\x y b -> if b then x + y else y - 1) xs ys bs, bs)
    in i64.sum (map i64.i8 xs) * 1000 + i64.sum (map i64.bool bs)) ws hs
