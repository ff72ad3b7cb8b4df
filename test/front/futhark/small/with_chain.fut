-- With chain.
-- ==
-- input { [1,2,3] } output { [7,8,3] }

entry main [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 7 with [1] = 8
