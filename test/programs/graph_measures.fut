-- Measures of sparse graphs in compressed rows: triangles by merging rows, cores by peeling, colours by local maxima,
-- betweenness by levels, reachability by bits, and label propagation.

type graph [n][m] = {offsets: [n + 1]i64, targets: [m]i64}

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

def exclusive [n] (xs: [n]i64): [n + 1]i64 = [0] ++ scan (+) 0 xs :> [n + 1]i64

-- Sorts by two keys with counting: least significant first.
def counting_sort [m] 'a (k: i64) (key: a -> i64) (xs: [m]a): [m]a =
  let bits = i64.i32 (64 - u64.clz (u64.i64 k))
  let order = loop order = iota m for b < bits do
    let flag i = (key xs[i] >> b) & 1
    let zeros = scan (+) 0 (map (\i -> 1 - flag i) order)
    let ones = scan (+) 0 (map flag order)
    let nz = if m == 0 then 0 else last zeros
    in scatter (replicate m 0) (map3 (\i z o -> if flag i == 0 then z - 1 else nz + o - 1) order zeros ones) order
  in map (\i -> xs[i]) order

def from_edges (n: i64) (edges: [](i64, i64)): ?[m].graph [n][m] =
  let both = edges ++ map (\(u, v) -> (v, u)) edges
  let proper = filter (\(u, v) -> u != v) both
  let sorted = proper |> counting_sort n (.1) |> counting_sort n (.0)
  let first = filter (\i -> i == 0 || sorted[i] != sorted[i - 1]) (indices sorted)
  let unique = map (\i -> sorted[i]) first
  let degrees = hist (+) 0 n (map (.0) unique) (map (const 1) unique)
  in {offsets = exclusive degrees, targets = map (.1) unique}

def random_edges (n: i64) (m: i64): [m](i64, i64) =
  map (\i -> let a = noise (2 * i) % n
             let b = noise (2 * i + 1) % n
             in if i % 3 == 0 then (a, b * b / n) else (a, b)) (iota m)

def row [n][m] (g: graph [n][m]) (v: i64): []i64 = g.targets[g.offsets[v]:g.offsets[v + 1]]

-- Common neighbours above both ends, for each edge, by a merge.
def triangles [n][m] (g: graph [n][m]): i64 =
  let of_vertex u =
    let us = row g u
    in i64.sum (map (\v ->
         if v <= u then 0
         else let (lo, hi) = (g.offsets[v], g.offsets[v + 1])
              let (count, _, _) =
                loop (count, i, j) = (0, 0, lo) while i < length us && j < hi do
                  let (a, b) = (us[i], g.targets[j])
                  in if a == b then (count + i64.bool (a > v), i + 1, j + 1)
                     else if a < b then (count, i + 1, j) else (count, i, j + 1)
              in count) us)
  in i64.sum (map of_vertex (iota n))

-- The rows of some vertices, one after the other.
def flatten_rows [n][m][k] (g: graph [n][m]) (vs: [k]i64): []i64 =
  let sizes = map (\v -> g.offsets[v + 1] - g.offsets[v]) vs
  let starts = exclusive sizes
  let total = last starts
  let owner = scan i64.max 0 (reduce_by_index (replicate total 0) i64.max 0 (take k starts) (indices vs))
  in map2 (\o i -> g.targets[g.offsets[vs[o]] + i - starts[o]]) owner (iota total)

def cores [n][m] (g: graph [n][m]): [n]i64 =
  let degree = map (\v -> g.offsets[v + 1] - g.offsets[v]) (iota n)
  let (core, _, _, _) =
    loop (core, degree, k, left) = (replicate n 0, degree, 0, n) while left > 0 do
      let peeled = filter (\v -> degree[v] >= 0 && degree[v] <= k) (iota n)
      in if length peeled == 0 then (core, degree, k + 1, left)
         else let core = scatter core peeled (map (const k) peeled)
              let degree = scatter degree peeled (map (const (-1)) peeled)
              let touched = flatten_rows g peeled
              let degree = reduce_by_index degree (+) 0 (map (\t -> if degree[t] >= 0 then t else -1) touched) (map (const (-1)) touched)
              let degree = map (\d -> if d < -1 then -1 else d) degree
              in (core, degree, k, left - length peeled)
  in core

-- Colours in rounds: a vertex whose number is the largest among uncoloured neighbours takes the smallest free colour.
def colours [n][m] (g: graph [n][m]): [n]i64 =
  let before t v = let (a, b) = (noise (t + 31337), noise (v + 31337)) in a < b || (a == b && t < v)
  let (colour, _) =
    loop (colour, left) = (replicate n (-1i64), n) while left > 0 do
      let wins v =
        colour[v] < 0 && all (\t -> colour[t] >= 0 || before t v) (row g v)
      let winners = filter wins (iota n)
      let pick v =
        let used = reduce (|) 0u64 (map (\t -> if colour[t] >= 0 && colour[t] < 64 then 1 << u64.i64 colour[t] else 0) (row g v))
        in i64.i32 (u64.ctz (!used))
      let picks = map pick winners
      in (scatter (copy colour) winners picks, left - length winners)
  in colour

-- Dependencies of all vertices on shortest paths from a source, level by level and back.
def betweenness_from [n][m] (g: graph [n][m]) (s: i64): [n]f64 =
  let level0 = replicate n (-1i64) with [s] = 0
  let paths0 = replicate n 0f64 with [s] = 1
  let (level, paths, depth, _) =
    loop (level, paths, depth, go) = (level0, paths0, 0, true) while go do
      let reach v = if level[v] >= 0 then 0
                    else f64.sum (map (\t -> if level[t] == depth then paths[t] else 0) (row g v))
      let new = map reach (iota n)
      in (map2 (\l x -> if x > 0 then depth + 1 else l) level new, map2 (+) paths new, depth + 1, any (> 0) new)
  let delta = loop delta = replicate n 0f64 for k < depth do
    let at = depth - 1 - k
    in map (\v -> if level[v] != at then delta[v]
                  else f64.sum (map (\t -> if level[t] == at + 1 then paths[v] / paths[t] * (1 + delta[t]) else 0) (row g v))) (iota n)
  in delta with [s] = 0

def betweenness [n][m] (g: graph [n][m]) (sources: []i64): [n]f64 =
  reduce (map2 (+)) (replicate n 0) (map (betweenness_from g) sources)

def labels [n][m] (g: graph [n][m]): [n]i64 =
  (loop (label, go) = (iota n, true) while go do
     let new = map2 (\v l -> i64.min l (i64.minimum (map (\t -> label[t]) (row g v)))) (iota n) label
     let new = map (\l -> new[l]) new
     in (new, or (map2 (!=) new label))).0

entry counts (n: i64) (m: i64): (i64, i64, i64, i64) =
  let g = from_edges n (random_edges n m)
  let c = colours g
  let proper = all (\v -> all (\t -> c[t] != c[v]) (row g v)) (iota n)
  in (triangles g, i64.maximum (cores g), i64.bool proper, i64.sum (map2 (\i l -> i64.bool (i == l)) (iota n) (labels g)))

entry coreness (n: i64) (m: i64): [n]i64 = cores (from_edges n (random_edges n m))
entry coloured (n: i64) (m: i64): [n]i64 = colours (from_edges n (random_edges n m))
entry central (n: i64) (m: i64) (sources: i64): [n]f64 = betweenness (from_edges n (random_edges n m)) (iota sources)
entry rows [k] (n: i64) (us: [k]i64) (vs: [k]i64): ([]i64, []i64) = let g = from_edges n (zip us vs) in (copy g.offsets, copy g.targets)

-- ==
-- entry: counts
-- input { 8i64 12i64 } output { 0i64 2i64 1i64 1i64 }
-- input { 60i64 200i64 } output { 44i64 4i64 1i64 1i64 }
-- input { 50i64 20i64 } output { 0i64 1i64 1i64 30i64 }

-- ==
-- entry: coreness
-- input { 25i64 70i64 }
-- output { [3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 2i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64, 3i64] }

-- ==
-- entry: coloured
-- input { 25i64 70i64 }
-- output { [2i64, 2i64, 1i64, 0i64, 0i64, 0i64, 1i64, 1i64, 0i64, 2i64, 2i64, 3i64, 1i64, 3i64, 0i64, 2i64, 0i64, 3i64, 3i64, 0i64, 1i64, 1i64, 1i64, 0i64, 0i64] }

-- ==
-- entry: central
-- input { 25i64 40i64 6i64 }
-- output { [28.583333333333332f64, 4.0f64, 3.5f64, 0.6666666666666666f64, 0.0f64, 4.166666666666666f64, 1.8333333333333333f64, 49.416666666666664f64, 0.0f64, 11.0f64, 15.416666666666664f64, 22.666666666666664f64, 0.0f64, 5.333333333333333f64, 0.25f64, 0.3333333333333333f64, 7.333333333333333f64, 18.833333333333332f64, 2.6666666666666665f64, 0.0f64, 0.0f64, 5.833333333333333f64, 6.666666666666666f64, 7.333333333333332f64, 1.1666666666666665f64] }

-- ==
-- entry: rows
-- input { 6i64 [0i64, 1i64, 2i64, 2i64, 4i64, 0i64] [1i64, 2i64, 0i64, 2i64, 1i64, 1i64] }
-- output { [0i64, 2i64, 5i64, 7i64, 7i64, 8i64, 8i64] [1i64, 2i64, 0i64, 2i64, 4i64, 0i64, 1i64, 1i64] }
-- input { 2i64 empty([0]i64) empty([0]i64) } output { [0i64, 0i64, 0i64] empty([0]i64) }
