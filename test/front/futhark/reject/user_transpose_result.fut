-- The dimensions are swapped.
-- ==
-- error: error\[E1[23]

entry main [n][m] (a: [n][m]i32) : [n][m]i32 = transpose a
