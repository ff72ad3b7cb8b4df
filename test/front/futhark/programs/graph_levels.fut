-- Levels of a graph by scattering to what was not reached.
-- ==
-- input { 4i64 [0i64,1i64,2i64] [1i64,2i64,3i64] } output { [0i64, 1i64, 2i64, 3i64] }
def step [n][m] (srcs: [m]i64) (dsts: [m]i64) (dist: [n]i64) (d: i64): [n]i64 =
  let hits = map2 (\s t -> if dist[s] == d && dist[t] < 0 then t else -1) srcs dsts
  in scatter (copy dist) hits (replicate m (d + 1))
entry main (n: i64) (srcs: []i64) (dsts: []i64): [n]i64 =
  let m = length srcs
  let srcs = srcs :> [m]i64
  let dsts = dsts :> [m]i64
  let start = tabulate n (\i -> if i == 0 then 0 else -1)
  in (loop (dist, d, go) = (start, 0, true) while go do
        let new = step srcs dsts dist d
        in (new, d + 1, !(and (map2 (==) new dist)))).0
