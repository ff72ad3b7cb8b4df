-- Size lambda escape.
-- ==
-- error: E1303

entry main (n: i64) : [][]i64 = map (\i -> let k = i + 1 in iota k) (iota n)
