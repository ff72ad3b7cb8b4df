-- Size not in scope ret.
-- ==
-- error: E1101

entry main (x: i64) : [k]i64 = let k = x in iota k
