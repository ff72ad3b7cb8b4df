-- Type wrong with.
-- ==
-- error: error\[E12

entry main (x: i32) = x with [0] = 1
