-- Points with rows of a length of their own, in loops of a count of their own, are packed into bins that a block of
-- threads does together (flat/bins.h).

-- Neighbours and sums; no elements, no rounds, no points.
-- ==
-- entry: stencil
-- structure cuda { kernel:block 5 }
-- input { [1i64, 0i64, 5i64, 3i64, 0i64] [4i64, 3i64, 0i64, 7i64, 0i64] } output { [10i64, 0i64, 0i64, 203i64, 0i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [1i64] [1i64] } output { [1i64] }
-- input { [512i64] [2i64] } output { [46i64] }
-- input { [513i64, 1i64] [2i64, 2i64] } output { [113i64, 3i64] }
entry stencil [n] (ws: [n]i64) (hs: [n]i64) : [n]i64 =
  map2 (\w h ->
    let (_, s) = loop (xs, s) = (iota w, 0) for _i < h do
      let ys = map (\k -> (if k > 0 then xs[k - 1] else 1) + xs[k]) (iota w)
      in (ys, s + i64.sum ys % 100)
    in s % 1000) ws hs

-- One wide point with many rounds beside many narrow ones.
-- ==
-- entry: skewed
-- input { 3000i64 } output { 1246544i64 }
entry skewed (n: i64) : i64 =
  let one i =
    let w = if i == 77 then 500 else 1 + i % 3
    let h = if i == 77 then 90 else i % 5
    let (xs, t) = loop (xs, t) = (map (\k -> k + w) (iota w), 1) for i < h do
                    let xs = map (\x -> (x * 3 + t + i) % 1009) xs
                    in (xs, i64.sum xs % 17)
    in i64.maximum xs + t
  in i64.sum (map2 (\x i -> x * (1 + i % 7)) (map one (iota n)) (iota n))

-- Widths that are all the same at run time, one of them less than a warp.
-- ==
-- entry: even
-- input { 100i64 7i64 3i64 } output { 1256850i64 }
-- input { 50i64 512i64 2i64 } output { 968102400i64 }
entry even (n: i64) (w: i64) (h: i64) : i64 =
  let ws = map (\i -> w + i / 1000) (iota n)
  let one w i =
    let xs = loop xs = map (\k -> k * i) (iota w) for t < h + i % 2 do
               map (\k -> (xs[k] + xs[(k + 1) % w] + t) % 1000003) (iota w)
    in i64.sum xs
  in i64.sum (map2 one ws (iota n)) % 1000000007

-- Rooms of another length, which are filled, written to and read; elements that are updated in place; an operator that does
-- not commute; prefixes; loops in loops; values that take turns; what the host has.
-- ==
-- entry: mixed
-- input { [3i64, 0i64, 1i64, 6i64] [2i64, 5i64, 0i64, 4i64] [10i64, 20i64, 30i64] }
-- output { [3341i64, 9i64, 2i64, 8337i64] [115i64, -1i64, -1i64, 483i64] }
entry mixed [n] [m] (ws: [n]i64) (hs: [n]i64) (host: [m]i64) : ([n]i64, [n]i64) =
  unzip (map2 (\w h ->
    let room = map (\e -> e * e + w) (iota (h + 1))
    let (xs, room, a, b) =
      loop (xs, room, a, b) = (replicate w h, room, 1, w) for i < h do
        let xs = map (\k -> xs[k] + room[i] + host[(k + i) % m]) (iota w)
        let xs = loop xs for t < i % 3 do
                   let total = i64.sum xs
                   in map2 (\k x -> x + k * t + total % 7) (iota w) xs
        let ps = scan (+) 0 xs
        let xs = if w > 0 then (let xs[i % w] = a in xs) else xs
        let (p, q) = reduce (\(a, b) (c, d) -> (a * c % 101, (b * c + d) % 101)) (1, 0)
                            (map (\k -> (1 + k % 3, ps[w - 1 - k] % 13)) (iota w))
        let room[i + 1] = room[i] + p + q
        in (xs, room, b, a + i)
    in (i64.sum xs + room[h] + 1000 * (if h > 0 then w else 0) + a, if w > 1 then xs[w - 1] - b else -1)) ws hs)

-- A point that fails says so.
-- ==
-- entry: failing
-- input { [3i64, 2i64] [2i64, 2i64] 2i64 } output { [15i64, 8i64] }
-- input { [3i64, 2i64] [2i64, 4i64] 2i64 } error: E0402.*Index \[2\] out of bounds for array of shape \[2\]
-- input { [3i64, 2i64] [4i64, 1i64] 2i64 } error: E0402.*Index \[3\] out of bounds for array of shape \[3\]
entry failing [n] (ws: [n]i64) (hs: [n]i64) (start: i64) : [n]i64 =
  map2 (\w h ->
    let xs = loop xs = replicate w start for i < h do
      let x = xs[i]
      in map (\k -> xs[k] + x % 2 + k) (iota w)
    in i64.sum xs % 100) ws hs
