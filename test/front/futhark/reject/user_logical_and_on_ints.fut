-- && is for booleans.
-- ==
-- error: E1201

entry main (x: i32) (y: i32) = x && y
