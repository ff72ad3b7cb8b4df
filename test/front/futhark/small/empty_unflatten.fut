-- Empty unflatten.
-- ==
-- input { 0i64 } output { empty([0][3]i64) }

entry main (n: i64) : [n][3]i64 = unflatten (iota (n * 3))
