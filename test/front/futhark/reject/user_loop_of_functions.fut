-- A loop cannot carry a function.
-- ==
-- error: E1206

entry main (n: i32) : i32 = (loop f = (+ 1) for i < n do f) 2
