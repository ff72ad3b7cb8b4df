-- Tuples of different shapes in one array.
-- ==
-- error: E1201

entry main (x: i32) = length [(x, x), (x, x, x)]
