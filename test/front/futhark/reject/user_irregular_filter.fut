-- A filter in every row.
-- ==
-- error: error\[E1[23]

entry main [n][m] (a: [n][m]i32) = map (filter (> 0)) a
