-- Graphs: all shortest paths (Floyd and Warshall), Bellman and Ford, transitive closure, components by labels,
-- maximal independent set, triangles, minimum spanning tree by Prim.
entry floyd_warshall [n] (d: *[n][n]i32) : [n][n]i32 =
  loop d for k < n do
    let row = copy d[k]
    let column = copy d[:, k]
    in map2 (\r c -> map2 (\x y -> if c == i32.highest || y == i32.highest then x else i32.min x (c + y)) r row) d column

entry bellman_ford [e] (n: i64) (froms: [e]i64) (tos: [e]i64) (costs: [e]i32) (source: i64) : [n]i32 =
  let start = replicate n i32.highest with [source] = 0
  let (d, _) =
    loop (d, go) = (start, true) while go do
      let offers = map2 (\f c -> if d[f] == i32.highest then i32.highest else d[f] + c) froms costs
      let new = reduce_by_index (copy d) i32.min i32.highest tos offers
      in (new, or (map2 (!=) d new))
  in d

entry closure [n] (a: [n][n]bool) : [n][n]bool =
  let step a = map (\row -> map (\column -> any id (map2 (&&) row column)) (transpose a)) a
  let more a = map2 (map2 (||)) a (step a)
  in (loop (a, i) = (a, 1) while i < n do (more a, i * 2)).0

entry components [e] (n: i64) (froms: [e]i64) (tos: [e]i64) : [n]i64 =
  let (labels, _) =
    loop (labels, go) = (iota n, true) while go do
      let low = reduce_by_index (copy labels) i64.min i64.highest (froms ++ tos)
                                (map (\t -> labels[t]) tos ++ map (\f -> labels[f]) froms)
      let jumped = map (\l -> low[l]) low
      in (jumped, any id (map2 (!=) labels jumped))
  in labels

type status = #unknown | #inside | #outside
def greater (a: i32, i: i64) (b: i32, j: i64) = a > b || (a == b && i > j)
entry independent [n] (adjacent: [n][n]bool) (priorities: [n]i32) : [n]bool =
  let (final, _) =
    loop (s: [n]status, left) = (replicate n #unknown, n) while left > 0 do
      let s1 = map (\i -> match s[i]
        case #unknown -> (if all (\j -> !adjacent[i, j] || j == i || s[j] != #unknown
                                        || greater (priorities[i], i) (priorities[j], j)) (iota n)
                          then #inside else #unknown)
        case x -> x) (iota n)
      let s2 = map (\i -> match s1[i]
        case #unknown -> (if any (\j -> adjacent[i, j] && s1[j] == #inside) (iota n) then #outside else #unknown)
        case x -> x) (iota n)
      in (s2, i64.sum (map (\x -> i64.bool (x == #unknown)) s2))
  in map (== #inside) final

entry triangles [n] (a: [n][n]bool) : i64 =
  i64.sum (map (\i -> i64.sum (map (\j -> if j > i && a[i, j] then i64.sum (map (\k -> i64.bool (k > j && a[i, k] && a[j, k])) (iota n)) else 0) (iota n))) (iota n))

entry prim [n] (w: [n][n]i32) : i32 =
  let inside = replicate n false with [0] = true
  let best = copy w[0]
  let (total, _, _) =
    loop (total, inside, best) = (0, inside, best) for _i < n - 1 do
      let (c, at) = reduce (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i32.highest, n)
                           (map3 (\x b i -> if x then (i32.highest, n) else (b, i)) inside best (iota n))
      in (total + c, inside with [at] = true, map2 i32.min best w[at])
  in total

-- ==
-- entry: floyd_warshall
-- input { [[0i32, 17i32, 2147483647i32, 7i32, 2147483647i32, 2147483647i32], [18i32, 0i32, 2147483647i32, 2147483647i32, 2147483647i32, 4i32], [6i32, 2147483647i32, 0i32, 2147483647i32, 2i32, 15i32], [4i32, 15i32, 2147483647i32, 0i32, 7i32, 2147483647i32], [2i32, 2147483647i32, 15i32, 12i32, 0i32, 2147483647i32], [6i32, 1i32, 3i32, 2147483647i32, 2147483647i32, 0i32]] }
-- output { [[0i32, 17i32, 24i32, 7i32, 14i32, 21i32], [10i32, 0i32, 7i32, 17i32, 9i32, 4i32], [4i32, 16i32, 0i32, 11i32, 2i32, 15i32], [4i32, 15i32, 22i32, 0i32, 7i32, 19i32], [2i32, 19i32, 15i32, 9i32, 0i32, 23i32], [6i32, 1i32, 3i32, 13i32, 5i32, 0i32]] }

-- ==
-- entry: bellman_ford
-- input { 6i64
--   [0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64, 3i64, 3i64, 3i64, 4i64, 4i64, 4i64, 5i64, 5i64, 5i64]
--   [1i64, 3i64, 0i64, 5i64, 0i64, 4i64, 5i64, 0i64, 1i64, 4i64, 0i64, 2i64, 3i64, 0i64, 1i64, 2i64]
--   [17i32, 7i32, 18i32, 4i32, 6i32, 2i32, 15i32, 4i32, 15i32, 7i32, 2i32, 15i32, 12i32, 6i32, 1i32, 3i32]
--   0i64 }
-- output { [0i32, 17i32, 24i32, 7i32, 14i32, 21i32] }

-- ==
-- entry: closure
-- input { [[false, true, false, true, false, false], [true, false, false, false, false, true], [true, false, false, false, true, true], [true, true, false, false, true, false], [true, false, true, true, false, false], [true, true, true, false, false, false]] }
-- output { [[true, true, true, true, true, true], [true, true, true, true, true, true], [true, true, true, true, true, true], [true, true, true, true, true, true], [true, true, true, true, true, true], [true, true, true, true, true, true]] }

-- ==
-- entry: components
-- input { 7i64
--   [0i64, 2i64, 3i64, 6i64]
--   [1i64, 3i64, 5i64, 6i64] }
-- output { [0i64, 0i64, 2i64, 2i64, 4i64, 2i64, 6i64] }

-- ==
-- entry: independent
-- input { [[false, true, true, true, true, true], [true, false, false, true, false, true], [true, false, false, false, true, true], [true, true, false, false, true, false], [true, false, true, true, false, false], [true, true, true, false, false, false]]
--   [6i32, 9i32, 9i32, 3i32, 8i32, 9i32] }
-- output { [false, false, false, false, true, true] }

-- ==
-- entry: triangles
-- input { [[false, true, true, true, true, true], [true, false, false, true, false, true], [true, false, false, false, true, true], [true, true, false, false, true, false], [true, false, true, true, false, false], [true, true, true, false, false, false]] }
-- output { 5i64 }

-- ==
-- entry: prim
-- input { [[0i32, 22i32, 49i32, 18i32, 48i32, 9i32, 50i32], [22i32, 0i32, 17i32, 8i32, 50i32, 22i32, 28i32], [49i32, 17i32, 0i32, 48i32, 11i32, 35i32, 49i32], [18i32, 8i32, 48i32, 0i32, 26i32, 45i32, 12i32], [48i32, 50i32, 11i32, 26i32, 0i32, 24i32, 26i32], [9i32, 22i32, 35i32, 45i32, 24i32, 0i32, 14i32], [50i32, 28i32, 49i32, 12i32, 26i32, 14i32, 0i32]] }
-- output { 71i32 }
