-- An order of tasks by repeated removal of those without open predecessors.
-- ==
-- entry: main
-- input { 5i64 [0i64, 1i64, 3i64] [1i64, 2i64, 2i64] }
-- output { [0i64, 3i64, 4i64, 1i64, 2i64] true }
-- input { 3i64 [0i64, 1i64] [1i64, 0i64] }
-- output { [2i64] false }

entry main [e] (n: i64) (before: [e]i64) (after: [e]i64): ([]i64, bool) =
  let open_count (alive: [n]bool) =
    reduce_by_index (replicate n 0i32) (+) 0 after (map (\b -> if alive[b] then 1 else 0) before)
  let (order, alive, _) =
    loop (order, alive, progress) = ([], replicate n true, true) while progress do
      let counts = open_count alive
      let ready = filter (\v -> alive[v] && counts[v] == 0) (iota n)
      let alive' = scatter (copy alive) ready (map (const false) ready)
      in (order ++ ready, alive', length ready > 0)
  in (order, !(or alive))
