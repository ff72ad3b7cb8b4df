-- A while condition that is a number.
-- ==
-- error: error\[E12

entry main (n: i32) = loop x = n while x do x - 1
