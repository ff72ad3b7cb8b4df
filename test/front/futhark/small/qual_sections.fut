-- Qual sections.
-- ==
-- input { [1,2] } output { [3,4] [1,1] [2,2] }

entry main (xs: []i32) = (map (i32.+ 2) xs, map (`i32.min` 1) xs, map (2 `i32.max`) xs)
