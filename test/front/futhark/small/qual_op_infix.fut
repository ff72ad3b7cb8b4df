-- Qual op infix.
-- ==
-- input { 5 3 } output { 2 true }

entry main (a: i32) (b: i32) = (a i32.- b, a i32.> b)
