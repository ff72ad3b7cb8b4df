-- A float literal where an integer is wanted.
-- ==
-- error: error\[E12

entry main (n: i32) : i32 = n + 1.5
