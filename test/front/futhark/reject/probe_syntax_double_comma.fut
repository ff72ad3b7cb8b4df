-- Syntax double comma.
-- ==
-- error: error\[E

entry main (x: i32) = (x,, x)
