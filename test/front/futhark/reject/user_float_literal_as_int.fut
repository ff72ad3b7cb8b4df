-- A float literal where an integer is wanted.
-- ==
-- error: E1201

entry main (n: i32) : i32 = n + 1.5
