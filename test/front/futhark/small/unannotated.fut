-- Unannotated.
-- ==
-- input { [1,2] [3,4] } output { [4,6] [3,8] 3 }

def ap2 f xs ys = map2 f xs ys
def sum xs = reduce (+) 0i32 xs
entry main [n] (xs: [n]i32) (ys: [n]i32) = (ap2 (+) xs ys, ap2 (*) xs ys, sum xs)
