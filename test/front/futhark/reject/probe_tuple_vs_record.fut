-- Tuple vs record.
-- ==
-- error: error\[E12

entry main (x: i32) : (i32, i32) = {a = x, b = x}
