-- Patterns of parameters.
-- ==
-- input { 3 } output { 7 }

entry main (x: i32) = let f (a, b) {c, d = (e, _)} = a + b + c + e in f (x, 1) {c = 1, d = (2, 3)}
