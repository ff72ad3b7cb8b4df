-- A character literal is a u8.
-- ==
-- error: error\[E12

entry main (x: i32) : bool = x == 'a' + x && x == "b"
