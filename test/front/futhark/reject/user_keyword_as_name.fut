-- A keyword is no name.
-- ==
-- error: E1001

entry main (loop: i32) : i32 = loop + 1
