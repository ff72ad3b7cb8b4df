-- The state of a loop is declared to keep its size.
-- ==
-- error: E1301

entry main [n] (xs: [n]i32) : [n]i32 = loop (ys: [n]i32) = xs for _i < 3i32 do ys ++ [1]
