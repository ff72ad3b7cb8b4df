-- Closure in loop.
-- ==
-- input { 5 } output { 15 }

entry main (n: i32) = loop s = 0 for i < n do let f x = x + i + 1 in f s
