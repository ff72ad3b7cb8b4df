-- Zipping arrays of different sizes.
-- ==
-- error: error\[E1[23]

entry main [n][m] (xs: [n]i32) (ys: [m]i32) = zip xs ys
