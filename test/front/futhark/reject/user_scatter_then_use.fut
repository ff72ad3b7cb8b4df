-- The destination after a scatter.
-- ==
-- error: E1401

entry main (n: i64) = let d = replicate n 0 let e = scatter d [0] [1] in (e[0], d[0])
