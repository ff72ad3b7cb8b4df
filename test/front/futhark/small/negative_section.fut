-- Negative section.
-- ==
-- input { [1,2,3] } output { [0,1,2] }

entry main (xs: []i32) = map (+ (-1)) xs
