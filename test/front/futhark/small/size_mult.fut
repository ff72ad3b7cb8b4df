-- Size mult.
-- ==
-- input { [[1,2],[3,4]] } output { [2,3,4,5] }

entry main [n][m] (a: [n][m]i32) : [n*m]i32 = map (+1) (flatten a)
