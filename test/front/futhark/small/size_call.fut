-- Size call.
-- ==
-- input { [1,2] [1,2,3] } output { [0i64,1i64,2i64] }

entry main [n][m] (_: [n]i32) (_: [m]i32) : [i64.max n m]i64 = iota (i64.max n m)
