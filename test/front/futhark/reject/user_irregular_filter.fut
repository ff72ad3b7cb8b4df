-- A filter in every row.
-- ==
-- error: E1303

entry main [n][m] (a: [n][m]i32) = map (filter (> 0)) a
