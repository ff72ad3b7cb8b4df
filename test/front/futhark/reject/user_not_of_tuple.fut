-- Negating a pair.
-- ==
-- error: E1201

entry main (a: i32) : (i32, i32) = -(a, a)
