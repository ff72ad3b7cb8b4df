-- A string is an array.
-- ==
-- error: error\[E12

entry main (x: u8) : u8 = x + "a"
