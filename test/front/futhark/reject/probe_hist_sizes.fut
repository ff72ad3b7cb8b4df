-- Hist sizes.
-- ==
-- error: E1301

entry main [n][m] (is: [n]i64) (vs: [m]i32) = hist (+) 0 10 is vs
