-- Unique map consume.
-- ==
-- error: E1402

entry main [n][m] (a: [n][m]i32) : [n][m]i32 = map (\r -> r with [0] = 1) a
