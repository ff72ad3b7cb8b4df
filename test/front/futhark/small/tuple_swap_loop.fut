-- Tuple swap loop.
-- ==
-- input { 10 } output { 55 89 }

entry main (n: i32) = loop (a, b) = (0, 1) for _i < n do (b, a + b)
