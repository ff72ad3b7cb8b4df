-- The counter is not visible after the loop.
-- ==
-- error: E1101

entry main (n: i32) : i32 = let s = loop s = 0 for i < n do s + i in s + i
