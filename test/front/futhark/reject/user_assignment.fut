-- = is not a comparison.
-- ==
-- error: error\[E

entry main (x: i32) : bool = x = 1
