-- Connected components by label propagation with scatter and a while loop.
-- ==
-- entry: main
-- input { 5i64 [0i64, 3, 1] [1i64, 4, 2] } output { [0i64, 0, 0, 3, 3] }
def main [m] (n: i64) (us: [m]i64) (vs: [m]i64): [n]i64 =
  let (labels, _) =
    loop (labels, changed) = (iota n, true) while changed do
      let lows = map2 (\u v -> i64.min labels[u] labels[v]) us vs
      let next = reduce_by_index (copy labels) i64.min i64.highest (us ++ vs) (lows ++ lows)
      in (next, labels != next)
  in labels
