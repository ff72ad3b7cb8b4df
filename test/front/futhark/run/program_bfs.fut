-- A breadth-first search with a frontier of changing size.
-- ==
-- entry: main
-- input { [0i64, 2, 3, 4, 4] [1i64, 2, 3, 3] 0i64 } output { [0, 1, 1, 2] }
-- input { [0i64, 2, 3, 4, 4] [1i64, 2, 3, 3] 3i64 } output { [-1, -1, -1, 0] }
def main [n] (offsets: [n]i64) (edges: []i64) (start: i64): []i32 =
  let nodes = n - 1
  let (depths, _, _) =
    loop (depths: *[]i32, frontier, d) = (spread nodes (-1) [start] [0], [start], 1)
    while length frontier > 0 do
      let is_next (v: i64): bool =
        depths[v] < 0 && any (\u -> any (== v) edges[offsets[u]:offsets[u + 1]]) frontier
      let next = filter is_next (iota nodes)
      in (scatter depths next (map (const d) next), next, d + 1)
  in depths
