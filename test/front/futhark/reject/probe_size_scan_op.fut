-- Size scan op.
-- ==
-- error: E1301

entry main [n][m] (a: [n][m]i32) = reduce (\x y -> x ++ y) [] a
