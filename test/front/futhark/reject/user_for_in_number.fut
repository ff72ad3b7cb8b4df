-- for-in over a number.
-- ==
-- error: E1201

entry main (n: i32) = loop x = 0 for i in n do x + i
