-- The dimensions are swapped.
-- ==
-- error: E1301

entry main [n][m] (a: [n][m]i32) : [n][m]i32 = transpose a
