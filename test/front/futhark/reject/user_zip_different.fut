-- Zipping arrays of different sizes.
-- ==
-- error: E1301

entry main [n][m] (xs: [n]i32) (ys: [m]i32) = zip xs ys
