-- Function captured array update.
-- ==
-- input { 3i64 } output { [[0i64,5i64,5i64],[5i64,1i64,5i64],[5i64,5i64,2i64]] }

entry main (n: i64) = let base = replicate n 5 in map (\i -> copy base with [i] = i) (iota n)
