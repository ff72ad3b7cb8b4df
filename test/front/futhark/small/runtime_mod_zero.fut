-- Runtime mod zero.
-- ==
-- input { 0 } error: E0403.*zero

entry main (x: i32) = 5 % x
