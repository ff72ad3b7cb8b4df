-- Update slice dyn.
-- ==
-- input { [1,2,3,4] } output { [1,9,9,4] }

entry main [n] (xs: *[n]i32) = xs with [1:3] = replicate 2 9
