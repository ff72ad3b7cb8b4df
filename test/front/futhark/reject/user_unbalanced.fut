-- A parenthesis is missing.
-- ==
-- error: E1002

entry main (x: i32) : i32 = (x + 1
