-- Threads take chunks of prefixes in place.
-- ==
-- entry: check
-- input { 10i64 } output { true }
-- compiled input { 3000000i64 } output { true }
entry check (n: i64) : bool =
  let xs = tabulate n (\i -> i % 7)
  let a = loop ys = copy xs for _i < 3 do map2 (+) ys (scan (+) 0 ys)
  let (b, _) = loop (ys, k) = (copy xs, 0) while k < 3 do
     let (ys, _) = loop (ys, s) = (ys, 0) for i < n do let s = s + ys[i] in (ys with [i] = ys[i] + s, s)
     in (ys, k + 1)
  in and (map2 (==) a b)
