-- Size len.
-- ==
-- input { [1,2] } output { [0i64,1i64] }

entry main (xs: []i32) : [length xs]i64 = iota (length xs)
