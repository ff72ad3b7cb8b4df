-- Replicate rows.
-- ==
-- input { 2i64 [1,2] } output { [[1,2],[1,2]] }

entry main [m] (n: i64) (xs: [m]i32) : [n][m]i32 = replicate n xs
