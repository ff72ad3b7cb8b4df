-- && is for booleans.
-- ==
-- error: error\[E12

entry main (x: i32) (y: i32) = x && y
