-- Empty 2d.
-- ==
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([3][0]i32) empty([0]i32) 0i64 }

entry main [n][m] (a: [n][m]i32) = (map (map (+1)) a, transpose a, flatten a, n)
