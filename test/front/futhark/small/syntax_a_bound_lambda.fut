-- A bound lambda.
-- ==
-- input { 3 } output { 1 }

entry main (x: i32) = let f = \x y -> x - y in f x 2
