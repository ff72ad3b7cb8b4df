-- A string is an array.
-- ==
-- error: E1201

entry main (x: u8) : u8 = x + "a"
