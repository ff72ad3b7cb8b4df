-- Trees by Euler tours: list ranking by pointer jumping, depths, subtree sizes, preorder, lowest common
-- ancestors by a table of minima, and sums over subtrees and paths.

def jump [n] 'a (op: a -> a -> a) (vals: [n]a) (next: [n]i64): [n]a =
  let steps = loop s = 0 while (1i64 << s) < n do s + 1
  let (vals, _) =
    loop (vals, next) = (copy vals, copy next) for _s < steps do
      unzip (map2 (\v nx -> if nx < 0 then (v, nx) else (op v vals[nx], next[nx])) vals next)
  in vals

type tour [n] = {enter: [n]i64, leave: [n]i64, depth: [n]i64, parent: [n]i64}

-- Children of each node in order of their numbers; node 0 is the root and its own parent.
def tour [n] (parent: [n]i64): tour [n] =
  let key = map2 (\p i -> if i == 0 then n else p) parent (iota n)
  -- sorted by parent: counting, stable
  let counts = hist (+) 0 (n + 1) key (rep 1)
  let starts = map2 (-) (scan (+) 0 counts) counts
  let (_, places) =
    loop (at, places) = (copy starts, replicate n 0) for i < n do
      let p = at[key[i]]
      in (at with [key[i]] = p + 1, places with [i] = p)
  let sorted = scatter (replicate n 0) places (iota n)
  let first v = if counts[v] == 0 then -1 else sorted[starts[v]]
  let next_sibling v = let p = places[v] + 1
                       in if v != 0 && p < starts[parent[v]] + counts[parent[v]] then sorted[p] else -1
  -- edges: 2v enters v, 2v + 1 leaves it
  let succ = flatten (map (\v ->
    let down = first v
    let side = next_sibling v
    in [if down >= 0 then 2 * down else 2 * v + 1,
        if v == 0 then -1 else if side >= 0 then 2 * side else 2 * parent[v] + 1]) (iota n))
  let ranks = jump (+) (map (const 1) succ) succ
  let position e = 2 * n - ranks[e]
  let enter = map (\v -> position (2 * v)) (iota n)
  let leave = map (\v -> position (2 * v + 1)) (iota n)
  let steps = scatter (replicate (2 * n) 0) (enter ++ leave) (replicate n 1 ++ replicate n (-1))
  let levels = scan (+) 0 steps
  in {enter, leave, depth = map (\e -> levels[e] - 1) enter, parent}

entry depths [n] (parent: [n]i64): [n]i64 = (tour parent).depth
entry sizes [n] (parent: [n]i64): [n]i64 = let t = tour parent in map2 (\e l -> (l - e + 1) / 2) t.enter t.leave
entry preorder [n] (parent: [n]i64): [n]i64 =
  let t = tour parent
  let entered = scatter (replicate (2 * n) 0) t.enter (rep 1)
  let before = scan (+) 0 entered
  in map (\e -> before[e] - 1) t.enter

entry subtree_sums [n] (parent: [n]i64) (weights: [n]f64): [n]f64 =
  let t = tour parent
  let line = scatter (replicate (2 * n) 0) t.enter weights
  let before = [0] ++ scan (+) 0 line
  in map2 (\e l -> before[l + 1] - before[e]) t.enter t.leave

-- The sum of weights from the root to each node, by jumping to parents.
entry path_sums [n] (parent: [n]i64) (weights: [n]f64): [n]f64 =
  jump (+) weights (map2 (\p i -> if i == 0 then -1 else p) parent (iota n))

-- The table's row k has the minima of 2^k entries of the tour.
def lca_table [n] (t: tour [n]): [][2 * n](i64, i64) =
  let m = 2 * n
  let line = scatter (replicate m (0, 0))
                     (t.enter ++ t.leave)
                     (zip t.depth (iota n) ++ map2 (\d p -> (i64.max 0 (d - 1), p)) t.depth t.parent) :> [2 * n](i64, i64)
  let levels = loop k = 1 while (1i64 << k) <= m do k + 1
  let least (a: (i64, i64)) (b: (i64, i64)) = if a.0 <= b.0 then a else b
  in loop table = replicate levels line for k in 1..<levels do
       let above = copy table[k - 1]
       let half = 1i64 << (k - 1)
       in table with [k] = map (\i -> if i + half < m then least above[i] above[i + half] else above[i]) (iota (2 * n))

entry ancestors [n][q] (parent: [n]i64) (us: [q]i64) (vs: [q]i64): [q]i64 =
  let t = tour parent
  let table = lca_table t
  let query u v =
    let (a, b) = (i64.min t.enter[u] t.enter[v], i64.max t.enter[u] t.enter[v])
    let k = 63 - i64.i32 (i64.clz (b - a + 1))
    let (x, y) = (table[k, a], table[k, b - (1 << k) + 1])
    in if x.0 <= y.0 then x.1 else y.1
  in map2 query us vs

-- ==
-- entry: depths
-- input { [0i64] }
-- output { [0i64] }
-- input { [0i64, 0i64] }
-- output { [0i64, 1i64] }
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] }
-- output { [0i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64, 2i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [0i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [0i64, 0i64, 1i64, 0i64, 3i64, 3i64, 1i64, 0i64, 1i64, 0i64, 6i64, 8i64, 4i64, 12i64, 12i64, 0i64, 7i64, 16i64, 17i64, 11i64, 8i64, 5i64, 3i64, 8i64, 6i64] }
-- output { [0i64, 1i64, 2i64, 1i64, 2i64, 2i64, 2i64, 1i64, 2i64, 1i64, 3i64, 3i64, 3i64, 4i64, 4i64, 1i64, 2i64, 3i64, 4i64, 4i64, 3i64, 3i64, 2i64, 3i64, 3i64] }
-- input { [0i64, 3i64, 3i64, 0i64, 1i64] }
-- output { [0i64, 2i64, 2i64, 1i64, 3i64] }

-- ==
-- entry: sizes
-- input { [0i64] }
-- output { [1i64] }
-- input { [0i64, 0i64] }
-- output { [2i64, 1i64] }
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] }
-- output { [8i64, 3i64, 4i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [9i64, 8i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [7i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [0i64, 0i64, 1i64, 0i64, 3i64, 3i64, 1i64, 0i64, 1i64, 0i64, 6i64, 8i64, 4i64, 12i64, 12i64, 0i64, 7i64, 16i64, 17i64, 11i64, 8i64, 5i64, 3i64, 8i64, 6i64] }
-- output { [25i64, 10i64, 1i64, 8i64, 4i64, 2i64, 3i64, 4i64, 5i64, 1i64, 1i64, 2i64, 3i64, 1i64, 1i64, 1i64, 3i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] }
-- input { [0i64, 3i64, 3i64, 0i64, 1i64] }
-- output { [5i64, 2i64, 1i64, 4i64, 1i64] }

-- ==
-- entry: preorder
-- input { [0i64] }
-- output { [0i64] }
-- input { [0i64, 0i64] }
-- output { [0i64, 1i64] }
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] }
-- output { [0i64, 1i64, 4i64, 2i64, 3i64, 5i64, 6i64, 7i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64] }
-- input { [0i64, 0i64, 1i64, 0i64, 3i64, 3i64, 1i64, 0i64, 1i64, 0i64, 6i64, 8i64, 4i64, 12i64, 12i64, 0i64, 7i64, 16i64, 17i64, 11i64, 8i64, 5i64, 3i64, 8i64, 6i64] }
-- output { [0i64, 1i64, 2i64, 11i64, 12i64, 16i64, 3i64, 19i64, 6i64, 23i64, 4i64, 7i64, 13i64, 14i64, 15i64, 24i64, 20i64, 21i64, 22i64, 8i64, 9i64, 17i64, 18i64, 10i64, 5i64] }
-- input { [0i64, 3i64, 3i64, 0i64, 1i64] }
-- output { [0i64, 2i64, 4i64, 1i64, 3i64] }

-- ==
-- entry: subtree_sums
-- input { [0i64] [1f64] }
-- output { [1f64] }
-- input { [0i64, 0i64] [5f64, 5f64] }
-- output { [10f64, 5f64] }
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] [4f64, 3f64, 5f64, 5f64, 6f64, 2f64, 6f64, 7f64] }
-- output { [38f64, 14f64, 20f64, 5f64, 6f64, 2f64, 6f64, 7f64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [9f64, 4f64, 3f64, 4f64, 8f64, 5f64, 2f64, 9f64, 5f64] }
-- output { [49f64, 40f64, 36f64, 33f64, 29f64, 21f64, 16f64, 14f64, 5f64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] [1f64, 5f64, 5f64, 9f64, 4f64, 7f64, 7f64] }
-- output { [38f64, 5f64, 5f64, 9f64, 4f64, 7f64, 7f64] }
-- input {
--   [0i64, 0i64, 1i64, 0i64, 3i64, 3i64, 1i64, 0i64, 1i64, 0i64, 6i64, 8i64, 4i64, 12i64, 12i64, 0i64, 7i64, 16i64, 17i64, 11i64, 8i64, 5i64, 3i64, 8i64, 6i64]
--   [5f64, 7f64, 8f64, 3f64, 4f64, 5f64, 5f64, 1f64, 2f64, 1f64, 8f64, 5f64, 9f64, 9f64, 8f64, 6f64, 3f64, 4f64, 2f64, 7f64, 4f64, 8f64, 5f64, 3f64, 6f64]
-- }
-- output { [128f64, 55f64, 8f64, 51f64, 30f64, 13f64, 19f64, 10f64, 21f64, 1f64, 8f64, 12f64, 26f64, 9f64, 8f64, 6f64, 9f64, 6f64, 2f64, 7f64, 4f64, 8f64, 5f64, 3f64, 6f64] }
-- input { [0i64, 3i64, 3i64, 0i64, 1i64] [7f64, 6f64, 9f64, 4f64, 6f64] }
-- output { [32f64, 12f64, 9f64, 25f64, 6f64] }

-- ==
-- entry: path_sums
-- input { [0i64] [1f64] }
-- output { [1f64] }
-- input { [0i64, 0i64] [5f64, 5f64] }
-- output { [5f64, 10f64] }
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] [4f64, 3f64, 5f64, 5f64, 6f64, 2f64, 6f64, 7f64] }
-- output { [4f64, 7f64, 9f64, 12f64, 13f64, 11f64, 15f64, 16f64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [9f64, 4f64, 3f64, 4f64, 8f64, 5f64, 2f64, 9f64, 5f64] }
-- output { [9f64, 13f64, 16f64, 20f64, 28f64, 33f64, 35f64, 44f64, 49f64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] [1f64, 5f64, 5f64, 9f64, 4f64, 7f64, 7f64] }
-- output { [1f64, 6f64, 6f64, 10f64, 5f64, 8f64, 8f64] }
-- input {
--   [0i64, 0i64, 1i64, 0i64, 3i64, 3i64, 1i64, 0i64, 1i64, 0i64, 6i64, 8i64, 4i64, 12i64, 12i64, 0i64, 7i64, 16i64, 17i64, 11i64, 8i64, 5i64, 3i64, 8i64, 6i64]
--   [5f64, 7f64, 8f64, 3f64, 4f64, 5f64, 5f64, 1f64, 2f64, 1f64, 8f64, 5f64, 9f64, 9f64, 8f64, 6f64, 3f64, 4f64, 2f64, 7f64, 4f64, 8f64, 5f64, 3f64, 6f64]
-- }
-- output { [5f64, 12f64, 20f64, 8f64, 12f64, 13f64, 17f64, 6f64, 14f64, 6f64, 25f64, 19f64, 21f64, 30f64, 29f64, 11f64, 9f64, 13f64, 15f64, 26f64, 18f64, 21f64, 13f64, 17f64, 23f64] }
-- input { [0i64, 3i64, 3i64, 0i64, 1i64] [7f64, 6f64, 9f64, 4f64, 6f64] }
-- output { [7f64, 17f64, 20f64, 11f64, 23f64] }

-- ==
-- entry: ancestors
-- input { [0i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [0i64, 0i64] [0i64, 1i64, 1i64, 1i64, 0i64, 1i64, 0i64, 1i64] [0i64, 1i64, 1i64, 0i64, 1i64, 1i64, 0i64, 1i64] }
-- output { [0i64, 1i64, 1i64, 0i64, 0i64, 1i64, 0i64, 1i64] }
-- input { [0i64, 0i64, 0i64, 1i64, 1i64, 2i64, 2i64, 2i64] [0i64, 5i64, 0i64, 7i64, 2i64, 5i64, 5i64, 4i64] [1i64, 7i64, 3i64, 6i64, 3i64, 1i64, 0i64, 0i64] }
-- output { [0i64, 2i64, 0i64, 2i64, 0i64, 0i64, 0i64, 0i64] }
-- input { [0i64, 0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] [0i64, 2i64, 2i64, 0i64, 8i64, 7i64, 3i64, 5i64] [0i64, 1i64, 8i64, 4i64, 6i64, 3i64, 7i64, 3i64] }
-- output { [0i64, 1i64, 2i64, 0i64, 6i64, 3i64, 3i64, 3i64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] [1i64, 3i64, 3i64, 3i64, 0i64, 1i64, 3i64, 3i64] [1i64, 5i64, 3i64, 6i64, 1i64, 3i64, 1i64, 0i64] }
-- output { [1i64, 0i64, 3i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input {
--   [0i64, 0i64, 1i64, 0i64, 3i64, 3i64, 1i64, 0i64, 1i64, 0i64, 6i64, 8i64, 4i64, 12i64, 12i64, 0i64, 7i64, 16i64, 17i64, 11i64, 8i64, 5i64, 3i64, 8i64, 6i64]
--   [1i64, 8i64, 8i64, 7i64, 16i64, 6i64, 24i64, 7i64]
--   [13i64, 8i64, 4i64, 10i64, 1i64, 10i64, 18i64, 3i64]
-- }
-- output { [0i64, 8i64, 0i64, 0i64, 0i64, 6i64, 0i64, 0i64] }
-- input { [0i64, 3i64, 3i64, 0i64, 1i64] [4i64, 3i64, 0i64, 3i64, 3i64, 0i64, 3i64, 1i64] [4i64, 1i64, 2i64, 2i64, 3i64, 2i64, 3i64, 4i64] }
-- output { [4i64, 3i64, 0i64, 3i64, 3i64, 0i64, 3i64, 1i64] }
