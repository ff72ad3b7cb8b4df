-- Exist pass on.
-- ==
-- input { [3,-3,4] } output { [6,8] }

def dbl [n] (xs: [n]i32) : [n]i32 = map (* 2) xs
entry main xs = dbl (filter (> 0) xs)
