-- Who owns which block: loops that swap arrays, branches that return one or the other, functions
-- that return their argument, and arrays inside the points of a par.
-- ==
-- entry: swap
-- input { 0i64 [1i64, 2i64] [3i64, 4i64] } output { [1i64, 2i64] [3i64, 4i64] }
-- input { 3i64 [1i64, 2i64] [3i64, 4i64] } output { [3i64, 4i64] [1i64, 2i64] }
-- ==
-- entry: grow
-- input { 10i64 [1i64, 2i64] } output { [1024i64, 2048i64] }
-- ==
-- entry: either
-- input { true [1i64] } output { [1i64] }
-- input { false [1i64] } output { [2i64] }
-- ==
-- entry: inside
-- input { 3i64 4i64 } output { [6i64, 12i64, 18i64] }
-- input { 0i64 4i64 } output { empty([0]i64) }
-- ==
-- entry: small
-- input { 5i64 } output { [0i64, 10i64, 20i64, 30i64, 40i64] }
-- ==
-- entry: climb
-- input { [1i64, 2i64, 3i64] 4i64 } output { [5i64, 6i64, 7i64] }
-- input { [1i64, 2i64, 3i64] -1i64 } error: E0401.*ssert

entry swap [n] (k: i64) (xs: [n]i64) (ys: [n]i64) : ([n]i64, [n]i64) =
  loop (a, b) = (xs, ys) for _i < k do (b, a)

entry grow [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop a = xs for _i < k do map (* 2) (opaque a)

entry either [n] (c: bool) (xs: [n]i64) : [n]i64 =
  if opaque c then xs else map (+ 1) xs

entry inside (n: i64) (k: i64) : [n]i64 =
  map (\i -> let row = opaque (map (\j -> (i + 1) * j) (iota k))
             let next = loop r = row for _q < i do opaque (reverse r)
             in i64.sum next) (iota n)

entry small (n: i64) : [n]i64 =
  map (\i -> let t = opaque [i, 2 * i, 3 * i, 4 * i] in t[0] + t[1] + t[2] + t[3]) (iota n)

entry climb [n] (xs: [n]i64) (k: i64) : [n]i64 =
  map (\x -> assert (k >= 0) (x + k)) xs
