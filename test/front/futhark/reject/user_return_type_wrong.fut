-- The declared result is another.
-- ==
-- error: E1201

entry main (x: i32) : bool = x + 1
