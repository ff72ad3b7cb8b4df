-- Map tail.
-- ==
-- input { [[1,2,3],[4,5,6]] } output { [[2,3],[5,6]] }

entry main [n][m] (a: [n][m]i32) : [n][m-1]i32 = map tail a
