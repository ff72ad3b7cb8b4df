-- Existential lambda.
-- ==
-- input { 5i64 } output { 3i64 }

entry main (k: i64) = let f = \n -> filter (\i -> i % 2 == 0) (iota n) in length (f k)
