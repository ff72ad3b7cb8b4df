-- The declared result is another.
-- ==
-- error: error\[E12

entry main (x: i32) : bool = x + 1
