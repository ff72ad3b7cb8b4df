-- A loop whose first round is peeled off keeps filters and scans inside in the order of their chunks.
-- ==
-- entry: main
-- input { 4i64 100000i64 } output { 549994i64 }
-- input { 1i64 3i64 } output { 2i64 }
-- input { 0i64 5i64 } output { 0i64 }
entry main (rounds: i64) (n: i64): i64 =
  loop sum = 0 for r < rounds do
    let kept = filter (\x -> (x + r) % 2 == 0) (iota n)
    let last = if length kept > 0 then kept[length kept - 1] else 0
    in sum + (if r > 0 then last + length kept else last)
