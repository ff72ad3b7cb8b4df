-- Nested tuple.
-- ==
-- error: error\[E12

entry main (x: i32) : (i32, (i32, i32)) = ((x, x), x)
