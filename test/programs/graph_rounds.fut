-- Graphs: BFS by frontiers, Bellman-Ford, Boruvka, components, PageRank, topological levels, triangles.
-- ==
-- entry: bfs
-- input { [0i64,2i64,4i64,5i64,5i64,6i64] [1i64,2i64,3i64,4i64,3i64,0i64] 0i64 } output { [0,1,1,2,2] }
-- input { [0i64,0i64] empty([0]i64) 0i64 } output { [0] }
-- entry: bellman_ford
-- input { 5i64 [0i64,0i64,1i64,2i64,3i64,1i64] [1i64,2i64,3i64,1i64,4i64,4i64] [4f32,1f32,1f32,2f32,-3f32,5f32] } output { [0f32,3f32,1f32,4f32,1f32] true }
-- input { 2i64 [0i64,1i64] [1i64,0i64] [-1f32,-1f32] } output { [-2f32,-3f32] false }
-- entry: boruvka
-- input { 6i64 [0i64,0i64,1i64,1i64,2i64,3i64,4i64,3i64] [1i64,2i64,2i64,3i64,4i64,4i64,5i64,5i64] [4,3,1,2,4,2,6,7] } output { 14 5i64 }
-- entry: components
-- input { 7i64 [0i64,1i64,3i64,5i64] [1i64,2i64,4i64,3i64] } output { [0i64,0i64,0i64,3i64,3i64,3i64,6i64] }
-- entry: pagerank
-- input { 4i64 [0i64,1i64,2i64,2i64] [1i64,2i64,0i64,3i64] 100i32 } output { true }
-- entry: triangles
-- input { 5i64 [[0i64,1i64],[1i64,2i64],[0i64,2i64],[2i64,3i64],[3i64,4i64],[2i64,4i64]] } output { 2i64 }
-- entry: levels
-- input { 6i64 [0i64,0i64,1i64,2i64,3i64] [1i64,2i64,3i64,3i64,4i64] } output { [0,1,1,2,3,0] }
import "library/segments"
def big = 1_000_000_000i32
entry bfs [n1][m] (starts: [n1]i64) (edges: [m]i64) (source: i64): []i32 =
  let n = n1 - 1
  let dist = replicate n (-1i32) with [source] = 0
  let (dist, _, _) =
    loop (dist, frontier, level) = (dist, [source], 1) while length frontier > 0 do
      let deg v = starts[v+1] - starts[v]
      let next = expand deg (\v i -> edges[starts[v] + i]) frontier
      let fresh = filter (\v -> dist[v] < 0) next
      -- drop duplicates: the last writer owns the vertex
      let owner = scatter (replicate n (-1)) fresh (indices fresh)
      let uniq = zip fresh (indices fresh) |> filter (\(v, i) -> owner[v] == i) |> map (.0)
      in (scatter dist uniq (map (const level) uniq), uniq, level + 1)
  in dist
entry bellman_ford [m] (n: i64) (src: [m]i64) (dst: [m]i64) (w: [m]f32) =
  let d0 = tabulate n (\i -> if i == 0 then 0 else f32.inf)
  let relax d = reduce_by_index (copy d) f32.min f32.inf dst (map2 (\s w -> d[s] + w) src w)
  let (d, changed, _) =
    loop (d, changed, i) = (d0, true, 0) while changed && i <= n do
      let d' = relax d
      in (d', or (map2 (!=) d d'), i + 1)
  in (d, !changed)
entry boruvka [m] (n: i64) (us: [m]i64) (vs: [m]i64) (ws: [m]i32): (i32, i64) =
  let (_, total, count, _) =
    loop (label, total, count, go) = (iota n, 0i32, 0i64, true) while go do
      let alive = map2 (\u v -> label[u] != label[v]) us vs
      let best (w1, e1) (w2, e2) = if w1 < w2 || w1 == w2 && e1 < e2 then (w1, e1) else (w2, e2)
      let keys = map4 (\a u w e -> (if a then label[u] else -1, (w, e))) alive us ws (iota m)
      let keys' = map4 (\a v w e -> (if a then label[v] else -1, (w, e))) alive vs ws (iota m)
      let (is, cs) = unzip (keys ++ keys')
      let cheapest = reduce_by_index (replicate n (big, i64.highest)) best (big, i64.highest) is cs
      let chosen = map2 (\i (_, e) -> if e == i64.highest then i
                                      else let (a, b) = (label[us[e]], label[vs[e]]) in if a == i then b else a) (iota n) cheapest
      let is_root i = chosen[chosen[i]] == i && i < chosen[i] || chosen[i] == i
      let picked = tabulate n (\i -> chosen[i] != i && !(is_root i))
      let total = total + i32.sum (map2 (\p (w, _) -> if p then w else 0) picked cheapest)
      let count' = count + i64.sum (map i64.bool picked)
      let parent = tabulate n (\i -> if is_root i then i else chosen[i])
      let parent = iterate_while (\p -> or (map (\i -> p[p[i]] != p[i]) (iota n))) (\p -> map (\i -> p[i]) p) parent
      in (map (\l -> parent[l]) label, total, count', count' > count)
  in (total, count)
entry components [m] (n: i64) (a: [m]i64) (b: [m]i64): [n]i64 =
  (loop (l, go) = (iota n, true) while go do
     let lows = map2 (\x y -> i64.min l[x] l[y]) a b
     let l' = reduce_by_index (copy l) i64.min i64.highest (a ++ b) (lows ++ lows)
     let l' = map (\x -> l'[x]) l'
     in (l', or (map2 (!=) l l'))).0
entry pagerank [m] (n: i64) (src: [m]i64) (dst: [m]i64) (k: i32): bool =
  let out = hist (+) 0 n src (replicate m 1i32)
  let damp = 0.85
  let step (r: [n]f64): [n]f64 =
    let contrib = map (\s -> r[s] / f64.i32 out[s]) src
    let dangling = f64.sum (map2 (\r o -> if o == 0 then r else 0) r out)
    let inflow = reduce_by_index (replicate n 0) (+) 0 dst contrib
    in map (\x -> (1 - damp) / f64.i64 n + damp * (x + dangling / f64.i64 n)) inflow
  let r = iterate k step (replicate n (1 / f64.i64 n))
  let r' = step r
  in f64.abs (f64.sum r - 1) < 1e-9 && f64.maximum (map2 (\a b -> f64.abs (a - b)) r r') < 1e-6 && r[2] > r[1] && r[1] > r[0]
entry triangles [m] (n: i64) (edges: [m][2]i64): i64 =
  let adj = scatter_2d (replicate n (replicate n false)) (map (\e -> (e[0], e[1])) edges) (replicate m true)
  let adj = tabulate_2d n n (\i j -> adj[i, j] || adj[j, i])
  in i64.sum (map (\e -> i64.sum (map2 (\a b -> i64.bool (a && b)) adj[e[0]] adj[e[1]])) edges) / 3
entry levels [m] (n: i64) (a: [m]i64) (b: [m]i64): [n]i32 =
  iterate (i32.i64 n) (\l -> reduce_by_index (copy l) i32.max 0 b (map (\x -> l[x] + 1) a)) (replicate n 0)
