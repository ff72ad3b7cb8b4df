-- Mutual array swap.
-- ==
-- input { [1,2] [3,4] } output { [3,4] [1,2] }

entry main [n] (a: *[n]i32) (b: *[n]i32) = loop (a, b) for _i < 3i32 do (b, a)
