-- Syntax missing eq.
-- ==
-- error: error\[E

entry main (x: i32) x
