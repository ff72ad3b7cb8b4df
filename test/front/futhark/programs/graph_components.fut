-- Connected components by spreading the smallest label, with pointer jumping.
-- ==
-- entry: main
-- input { 7i64 [0i64, 5i64, 1i64, 6i64] [3i64, 1i64, 4i64, 6i64] }
-- output { [0i64, 1i64, 2i64, 0i64, 1i64, 1i64, 6i64] 4i64 }
-- input { 3i64 empty([0]i64) empty([0]i64) }
-- output { [0i64, 1i64, 2i64] 3i64 }

def spread [n][e] (us: [e]i64) (vs: [e]i64) (labels: [n]i64): *[n]i64 =
  let both = reduce_by_index (copy labels) i64.min n us (map (\v -> labels[v]) vs)
  in reduce_by_index both i64.min n vs (map (\u -> labels[u]) us)

def jump [n] (labels: [n]i64): *[n]i64 = map (\l -> labels[l]) labels

entry main [e] (n: i64) (us: [e]i64) (vs: [e]i64): ([n]i64, i64) =
  let (labels, _) =
    loop (labels, changed) = (iota n, true) while changed do
      let next = labels |> spread us vs |> jump
      in (next, or (map2 (!=) next labels))
  let roots = map2 (\i l -> i64.bool (i == l)) (iota n) labels
  in (labels, i64.sum roots)
