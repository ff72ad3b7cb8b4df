-- Breadth-first search over an edge list; the frontier has a new size in every round.
-- ==
-- entry: main
-- input { 7i64 [0i64, 0i64, 1i64, 2i64, 2i64, 3i64, 5i64, 6i64] [1i64, 2i64, 3i64, 3i64, 4i64, 5i64, 0i64, 0i64] 0i64 }
-- output { [0i32, 1i32, 1i32, 2i32, 2i32, 3i32, -1i32] 4i32 }
-- input { 7i64 [0i64, 0i64, 1i64, 2i64, 2i64, 3i64, 5i64, 6i64] [1i64, 2i64, 3i64, 3i64, 4i64, 5i64, 0i64, 0i64] 6i64 }
-- output { [1i32, 2i32, 2i32, 3i32, 3i32, 4i32, 0i32] 5i32 }
-- input { 7i64 [0i64, 0i64, 1i64, 2i64, 2i64, 3i64, 5i64, 6i64] [1i64, 2i64, 3i64, 3i64, 4i64, 5i64, 0i64, 0i64] 4i64 }
-- output { [-1i32, -1i32, -1i32, -1i32, 0i32, -1i32, -1i32] 1i32 }

def expand [n] [e] (sources: [e]i64) (targets: [e]i64) (depth: [n]i32) (level: i32): *[]i64 =
  let reached = zip sources targets
             |> filter (\(s, t) -> depth[s] == level && depth[t] == -1)
             |> map (.1)
  let marks = scatter (replicate n false) reached (map (const true) reached)
  in filter (\v -> marks[v]) (iota n)

entry main [e] (n: i64) (sources: [e]i64) (targets: [e]i64) (root: i64): ([n]i32, i32) =
  let depth = replicate n (-1i32) with [root] = 0
  let (depth, _, level) =
    loop (depth, frontier, level) = (depth, [root], 0)
    while length frontier > 0 do
      let next = expand sources targets depth level
      let depth = scatter depth next (map (const (level + 1)) next)
      in (depth, next, level + 1)
  in (depth, level)
