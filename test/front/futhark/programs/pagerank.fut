-- PageRank over an edge list, until the ranks settle or the iterations run out.
-- ==
-- input { 4i64 20i32 [0i64, 0i64, 1i64, 2i64, 3i64] [1i64, 2i64, 2i64, 0i64, 2i64] }
-- output { [0.37253148910509704f64, 0.19581381783008303f64, 0.39415469306482f64, 0.037500000000000006f64] }
-- input { 3i64 10i32 [0i64, 1i64] [1i64, 2i64] }
-- output { [0.18429770020469227f64, 0.3411991903034627f64, 0.4745031094918449f64] }

def damping : f64 = 0.85

def step [n][m] (sources: [m]i64) (targets: [m]i64) (degrees: [n]i64) (ranks: [n]f64) : [n]f64 =
  let share = map2 (\r d -> if d == 0 then 0 else r / f64.i64 d) ranks degrees
  let dangling =
    zip ranks degrees |> filter ((.1) >-> (== 0)) |> map (.0) |> f64.sum
  let incoming = hist (+) 0 n targets (map (\s -> share[s]) sources)
  let base = (1 - damping) / f64.i64 n
  in map (\x -> base + damping * (x + dangling / f64.i64 n)) incoming

entry main [m] (n: i64) (limit: i32) (sources: [m]i64) (targets: [m]i64) : [n]f64 =
  let degrees = reduce_by_index (replicate n 0i64) (+) 0 sources (replicate m 1)
  let start = replicate n (1 / f64.i64 n)
  let (ranks, _, _) =
    loop (ranks, change, i) = (start, f64.inf, 0) while change > 1e-12 && i < limit do
      let next = step sources targets degrees ranks
      let change = f64.maximum (map2 (\a b -> f64.abs (a - b)) next ranks)
      in (next, change, i + 1)
  in ranks
