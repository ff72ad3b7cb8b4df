-- Nested tuple.
-- ==
-- error: E1201

entry main (x: i32) : (i32, (i32, i32)) = ((x, x), x)
