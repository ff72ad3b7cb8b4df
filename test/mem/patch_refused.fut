-- A point reads what another one changes: the map stays one of all points.
-- ==
-- input { [1i64, 2i64, 3i64, 4i64] } output { [1i64, 3i64, 8i64, 20i64] }
-- structure c { not update, par 1 }
entry main [n] (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for k < n do
    map (\i -> if i > k then ys[i] + ys[i - 1] else ys[i]) (iota n)
