-- Empty filter 2d.
-- ==
-- input { [[1,2],[3,4]] } output { empty([0][2]i32) }

entry main [n][m] (a: [n][m]i32) : [][m]i32 = filter (\r -> r[0] > 10) a
