-- A while condition that is a number.
-- ==
-- error: E1201

entry main (n: i32) = loop x = n while x do x - 1
