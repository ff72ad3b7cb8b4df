-- Div zero.
-- ==
-- input { 0 } error: zero

entry main (x: i32) = 1 / x
