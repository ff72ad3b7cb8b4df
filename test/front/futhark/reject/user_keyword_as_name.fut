-- A keyword is no name.
-- ==
-- error: error\[E

entry main (loop: i32) : i32 = loop + 1
