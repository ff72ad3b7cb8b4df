-- Size not in scope ret.
-- ==
-- error: error\[E1[123]

entry main (x: i64) : [k]i64 = let k = x in iota k
