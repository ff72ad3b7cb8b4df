-- Syntax missing eq.
-- ==
-- error: E1001

entry main (x: i32) x
