-- Type wrong with.
-- ==
-- error: E1209

entry main (x: i32) = x with [0] = 1
