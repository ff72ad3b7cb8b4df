-- Minimum spanning forests by Boruvka's method, with components by pointer jumping, checked against another method:
-- filtering edges with a union-find in an array, in the order of their weights.

type edge = {u: i64, v: i64, w: u32, id: i64}

def noise (i: i64): u32 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in x ^ (x >> 16)

def jump [n] (parent: *[n]i64): *[n]i64 =
  let (parent, _) =
    loop (parent, changed) = (parent, true) while changed do
      let next = map (\p -> parent[p]) parent
      in (next, or (map2 (!=) next parent))
  in parent

-- One round: the lightest edge of every component, hooks, and new components.
def boruvka [m] (n: i64) (edges: [m]edge): ([]i64, i64, i64) =
  let lighter (w1: u32, i1: i64) (w2: u32, i2: i64) = if w1 < w2 || (w1 == w2 && i1 < i2) then (w1, i1) else (w2, i2)
  let none = (u32.highest, i64.highest)
  let (label, _, chosen, _, rounds) =
    loop (label, live, chosen, go, rounds) = (iota n, edges, replicate m false, m > 0, 0) while go do
      let us = map (\e -> label[e.u]) live
      let vs = map (\e -> label[e.v]) live
      let keys = map (\e -> (e.w, e.id)) live
      let best = reduce_by_index (replicate n none) lighter none (us ++ vs) (keys ++ keys)
      let chosen = scatter chosen (map (\(_, i) -> if i == i64.highest then -1 else i) best) (replicate n true)
      -- every root points over its lightest edge; of two that point at each other the smaller stays
      let other r = let (_, i) = best[r]
                    in if i == i64.highest then r
                       else let e = edges[i] in let (a, b) = (label[e.u], label[e.v]) in if a == r then b else a
      let hooks = map other (iota n)
      let hooks' = map2 (\r h -> if hooks[h] == r && r < h then r else h) (iota n) hooks
      let roots = jump hooks'
      let label = map (\l -> roots[l]) label
      let live = filter (\e -> label[e.u] != label[e.v]) live
      in (label, live, chosen, length live > 0, rounds + 1)
  let picked = filter (\i -> chosen[i]) (iota m)
  let components = i64.sum (map2 (\i l -> i64.bool (i == l)) (iota n) label)
  in (picked, components, rounds)

-- Kruskal on sorted edges, sequentially, with path halving.
def kruskal [m] (n: i64) (edges: [m]edge): u64 =
  let order = -- by counting which come before
    let before (e: edge) = i64.sum (map (\f -> i64.bool (f.w < e.w || (f.w == e.w && f.id < e.id))) edges)
    in scatter (replicate m 0) (map before edges) (iota m)
  let (_, total) =
    loop (parent, total) = (iota n, 0u64) for i in order do
      let e = edges[i]
      let find (parent: *[n]i64) (x: i64): (*[n]i64, i64) =
        loop (parent, x) while parent[x] != x do
          let up = parent[parent[x]]
          let parent[x] = up
          in (parent, up)
      let (parent, a) = find parent e.u
      let (parent, b) = find parent e.v
      in if a == b then (parent, total) else (parent with [a] = b, total + u64.u32 e.w)
  in total

def random_graph (n: i64) (m: i64) (weights: u32): [m]edge =
  map (\i -> {u = i64.u32 (noise (3 * i)) % n, v = i64.u32 (noise (3 * i + 1)) % n, w = noise (3 * i + 2) % weights, id = i}) (iota m)
  |> map (\e -> if e.u == e.v then e with v = (e.v + 1) % n else e)

entry forest [m] (n: i64) (us: [m]i64) (vs: [m]i64) (ws: [m]u32): ([]i64, i64) =
  let edges = map4 (\u v w id -> {u, v, w, id}) us vs ws (iota m)
  let (picked, components, _) = boruvka n edges
  in (picked, components)

entry weight (n: i64) (m: i64) (weights: u32): (u64, i64, i64) =
  let edges = random_graph n m weights
  let (picked, components, _) = boruvka n edges
  in (u64.sum (map (\i -> u64.u32 edges[i].w) picked), length picked, components)

entry agree (n: i64) (m: i64) (weights: u32): bool =
  let edges = random_graph n m weights
  in kruskal n edges == (weight n m weights).0

-- ==
-- entry: forest
-- input { 12i64 [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 1i64, 2i64, 8i64, 8i64, 2i64, 3i64, 9i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 0i64, 7i64, 8i64, 6i64, 7i64, 5i64, 5i64, 10i64] [4u32, 8u32, 7u32, 9u32, 10u32, 2u32, 1u32, 8u32, 11u32, 2u32, 6u32, 7u32, 4u32, 14u32, 3u32] }
-- output { [0i64, 1i64, 2i64, 3i64, 5i64, 6i64, 9i64, 12i64, 14i64] 3i64 }
-- input { 3i64 empty([0]i64) empty([0]i64) empty([0]u32) } output { empty([0]i64) 3i64 }

-- ==
-- entry: weight
-- input { 10i64 30i64 5u32 } output { 5u64 9i64 1i64 }
-- input { 200i64 600i64 1000u32 } output { 44616u64 198i64 2i64 }
-- input { 500i64 400i64 7u32 } output { 925u64 363i64 137i64 }

-- ==
-- entry: agree
-- input { 50i64 120i64 9u32 } output { true }
