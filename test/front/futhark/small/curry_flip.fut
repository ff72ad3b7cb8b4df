-- Curry flip.
-- ==
-- input { 10 3 } output { 7 -7 }

entry main (a: i32) (b: i32) = (curry (\(x, y) -> x - y) a b, flip (-) a b)
