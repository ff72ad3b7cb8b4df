-- A module is no value.
-- ==
-- error: E1101

module m = {def x = 1i32}
entry main (x: i32) = x + m
