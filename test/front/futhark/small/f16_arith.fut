-- F16 arith.
-- ==
-- input { 1.5f16 2.0f16 } output { 3.0f16 3.5f16 true }

entry main (a: f16) (b: f16) = (a * b, a + b, a < b)
