-- Syntax match no case.
-- ==
-- error: E1001

entry main (x: i32) = match x
