-- Trees as arrays of parents: depths, subtree sizes, lowest common ancestors.
-- ==
-- entry: main
-- input { [-1i64, 0i64, 0i64, 1i64, 1i64, 4i64] }
-- output { [0i32, 1i32, 1i32, 2i32, 2i32, 3i32] [6i32, 4i32, 1i32, 1i32, 2i32, 1i32] }

-- ==
-- entry: lca
-- input { [-1i64, 0i64, 0i64, 1i64, 1i64, 4i64] 3i64 5i64 }
-- output { 1i64 }
-- input { [-1i64, 0i64, 0i64, 1i64, 1i64, 4i64] 2i64 5i64 }
-- output { 0i64 }

def depth_of [n] (parents: [n]i64) (v: i64): i32 =
  (loop (d, v) = (0, v) while parents[v] >= 0 do (d + 1, parents[v])).0

def subtree_sizes [n] (parents: [n]i64): [n]i32 =
  let depths = map (depth_of parents) (iota n)
  let deepest = i32.maximum depths
  in loop sizes = replicate n 1i32 for k < deepest do
       let level = deepest - k
       let (is, vs) = unzip (map (\v -> if depths[v] == level then (parents[v], sizes[v]) else (-1, 0)) (iota n))
       in reduce_by_index (copy sizes) (+) 0 is vs

def ancestor [n] (parents: [n]i64) (a: i64) (b: i64): i64 =
  let climb v k = loop v for _i < k do parents[v]
  let (da, db) = (depth_of parents a, depth_of parents b)
  let (a, b) = (climb a (i32.max 0 (da - db)), climb b (i32.max 0 (db - da)))
  in (loop (a, b) while a != b do (parents[a], parents[b])).0

entry main [n] (parents: [n]i64): ([n]i32, [n]i32) =
  (map (depth_of parents) (iota n), subtree_sizes parents)
entry lca (parents: []i64) (a: i64) (b: i64): i64 = ancestor parents a b
