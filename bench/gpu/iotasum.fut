-- Nested parallelism without memory: the sum of the numbers below each number.
entry main [n] (lengths: [n]i64): [n]i64 = map (\n -> reduce (+) 0 (iota n)) lengths
-- ==
-- input { [0i64, 1i64, 2i64, 5i64] } output { [0i64, 0i64, 1i64, 10i64] }
