-- Syntax match no case.
-- ==
-- error: error\[E

entry main (x: i32) = match x
