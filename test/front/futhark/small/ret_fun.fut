-- Ret fun.
-- ==
-- input { [1,2] [3,4] } output { [4,6] }

def f [n] (xs: [n]i32) : [n]i32 -> [n]i32 = map2 (+) xs
entry main [n] (xs: [n]i32) (ys: [n]i32) = f xs ys
