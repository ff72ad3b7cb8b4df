-- A parenthesis is missing.
-- ==
-- error: error\[E

entry main (x: i32) : i32 = (x + 1
