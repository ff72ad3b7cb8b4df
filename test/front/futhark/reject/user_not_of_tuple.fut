-- Negating a pair.
-- ==
-- error: error\[E12

entry main (a: i32) : (i32, i32) = -(a, a)
