-- A lambda consumes what it captures.
-- ==
-- error: E1404

entry main (n: i64) : [][]i64 = let a = iota n in map (\i -> a with [0] = i) (iota 3)
