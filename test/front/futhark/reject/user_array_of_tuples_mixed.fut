-- Tuples of different shapes in one array.
-- ==
-- error: error\[E12

entry main (x: i32) = length [(x, x), (x, x, x)]
