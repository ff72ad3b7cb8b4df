-- Pattern expr.
-- ==
-- error: error\[E

entry main (x: i32) = match x case y + 1 -> y
