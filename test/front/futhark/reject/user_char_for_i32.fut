-- A character literal is a u8.
-- ==
-- error: E1201

entry main (x: i32) : bool = x == 'a' + x && x == "b"
