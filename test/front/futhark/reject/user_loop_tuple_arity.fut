-- A loop over two values that gives three.
-- ==
-- error: E1201

entry main (n: i32) = loop (a, b) = (0, 1) for i < n do (b, a, b)
