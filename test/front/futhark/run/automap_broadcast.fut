-- Arguments of lower rank are used for every element.
-- ==
-- entry: main
-- input { [1, 2, 3] 10 } output { [11, 12, 13] [3, 3, 3] }
-- ==
-- entry: rows
-- input { [[1, 2], [3, 4]] [10, 20] } output { [[11, 22], [13, 24]] }
entry main [n] (xs: [n]i32) (y: i32): ([n]i32, [n]i32) = (xs + y, i32.max (i32.min xs 3) 3)
entry rows [n] [m] (xss: [n][m]i32) (ys: [m]i32): [n][m]i32 = xss + ys
