-- Hist record.
-- ==
-- input { [0i64,1i64,0i64] } output { [4i64,2i64] [2i64,1i64] }

entry main [n] (is: [n]i64) =
  let r = hist (\a b -> {s = a.s + b.s, c = a.c + b.c}) {s = 0, c = 0} 2 is (map (\i -> {s = i + 1 + (if i == 2 then 0 else i - i), c = 1i64}) (iota n))
  in (map (.s) r, map (.c) r)
