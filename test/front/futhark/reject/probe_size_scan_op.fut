-- Size scan op.
-- ==
-- error: error\[E1[23]

entry main [n][m] (a: [n][m]i32) = reduce (\x y -> x ++ y) [] a
