-- Breadth-first search by levels over a graph in CSR form (after Rodinia's bfs).
entry main [n] [e] (starts: [n]i32) (counts: [n]i32) (edges: [e]i32) (source: i32) : [n]i32 =
  let mask = replicate n false with [source] = true
  let visited = replicate n false with [source] = true
  let cost = replicate n (-1) with [source] = 0
  let max_degree = i64.i32 (i32.maximum counts)
  let (cost, _, _, _) =
    loop (cost, mask, visited, go) = (cost, mask, visited, true) while go do
      let (is, _) = unzip (filter (.1) (zip (iota n) mask))
      let k = length is
      let is = is :> [k]i64
      let targets =
        map (\i -> map (\j -> if j < i64.i32 counts[i] then
                                let t = edges[i64.i32 starts[i] + j]
                                in if visited[t] then (-1, 0) else (i64.i32 t, cost[i] + 1)
                              else (-1, 0))
                       (iota max_degree)) is
      let (ids, cs) = unzip (flatten targets)
      let cost' = scatter cost ids cs
      let mask' = scatter (replicate n false) ids (map (const true) ids)
      let visited' = scatter visited ids (map (const true) ids)
      in (cost', mask', visited', or mask')
  in cost

-- ==
-- entry: main
-- input { [0i32, 3i32, 5i32, 5i32, 5i32, 6i32, 6i32, 7i32, 10i32, 11i32, 13i32, 13i32, 14i32, 15i32, 18i32, 19i32, 19i32, 20i32, 22i32, 22i32]
--   [3i32, 2i32, 0i32, 0i32, 1i32, 0i32, 1i32, 3i32, 1i32, 2i32, 0i32, 1i32, 1i32, 3i32, 1i32, 0i32, 1i32, 2i32, 0i32, 1i32]
--   [3i32, 7i32, 9i32, 6i32, 18i32, 9i32, 3i32, 8i32, 11i32, 14i32, 11i32, 6i32, 8i32, 17i32, 5i32, 8i32, 12i32, 17i32, 10i32, 1i32, 8i32, 12i32, 18i32]
--   0i32 }
-- output { [0i32, -1i32, -1i32, 1i32, -1i32, 5i32, 2i32, 1i32, 2i32, 1i32, 3i32, 2i32, 4i32, -1i32, 2i32, -1i32, -1i32, 3i32, -1i32, -1i32] }
