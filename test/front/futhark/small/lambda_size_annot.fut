-- Lambda size annot.
-- ==
-- input { [1,2,3] } output { [1,2,3] }

entry main [n] (xs: [n]i32) : [n]i32 = (\(ys: [n]i32) : [n]i32 -> ys) xs
