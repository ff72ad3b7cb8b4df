-- Update param unique in lambda.
-- ==
-- input { [1,2] } output { [[9,2],[1,9]] }

entry main [n] (xs: [n]i32) = map (\i -> copy xs with [i] = 9) (iota n)
