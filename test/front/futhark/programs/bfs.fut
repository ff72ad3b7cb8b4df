-- Breadth-first search with a frontier that grows and shrinks.
-- ==
-- input { [0i64, 2i64, 4i64, 5i64, 6i64, 6i64, 7i64] [1i64, 2i64, 3i64, 4i64, 4i64, 5i64, 0i64] 0i64 }
-- output { [0i32, 1i32, 1i32, 2i32, 2i32, 3i32] }
-- input { [0i64, 2i64, 4i64, 5i64, 6i64, 6i64, 7i64] [1i64, 2i64, 3i64, 4i64, 4i64, 5i64, 0i64] 4i64 }
-- output { [-1i32, -1i32, -1i32, -1i32, 0i32, -1i32] }
-- input { [0i64, 2i64, 4i64, 5i64, 6i64, 6i64, 7i64] [1i64, 2i64, 3i64, 4i64, 4i64, 5i64, 0i64] 3i64 }
-- output { [2i32, 3i32, 3i32, 0i32, 4i32, 1i32] }

def neighbours [n][m] (offsets: [n]i64) (edges: [m]i64) (v: i64) : []i64 =
  edges[offsets[v]:offsets[v + 1]]

-- Marks the unvisited neighbours of the frontier, and returns them as the next one.
def expand_frontier [n][k][m] (offsets: [k]i64) (edges: [m]i64) (level: i32)
                              (dist: *[n]i32) (frontier: []i64) : (*[n]i32, []i64) =
  let marked =
    loop marks = replicate n false for v in frontier do
      loop marks for w in neighbours offsets edges v do
        if dist[w] < 0 then marks with [w] = true else marks
  let next = filter (\v -> marked[v]) (iota n)
  in (scatter dist next (map (const level) next), next)

entry main [k][m] (offsets: [k]i64) (edges: [m]i64) (source: i64) : []i32 =
  let n = k - 1
  let dist = replicate n (-1)
  let dist[source] = 0
  let (dist, _, _) =
    loop (dist, frontier, level) = (dist, [source], 1) while length frontier > 0 do
      let (dist, next) = expand_frontier offsets edges level dist frontier
      in (dist, next, level + 1)
  in dist
