-- = is not a comparison.
-- ==
-- error: E1010

entry main (x: i32) : bool = x = 1
