-- A composition whose result differs in size is mapped.
-- ==
-- error: E1303
def f (xs: []i64) = map (replicate 2 >-> \x -> iota x[0]) xs
