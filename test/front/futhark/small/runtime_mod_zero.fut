-- Runtime mod zero.
-- ==
-- input { 0 } error: zero

entry main (x: i32) = 5 % x
