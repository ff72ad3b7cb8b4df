-- Pattern expr.
-- ==
-- error: E1001

entry main (x: i32) = match x case y + 1 -> y
