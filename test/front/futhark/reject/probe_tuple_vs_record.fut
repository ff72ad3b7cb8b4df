-- Tuple vs record.
-- ==
-- error: E1203

entry main (x: i32) : (i32, i32) = {a = x, b = x}
