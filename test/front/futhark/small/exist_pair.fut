-- Exist pair.
-- ==
-- input { [1,-1,2] } output { [2,3] [3,6] }

def f (xs: []i32) : ?[k].([k]i32, [k]i32) = let ys = filter (>0) xs in (map (+1) ys, map (*3) ys)
entry main xs = let (a, b) = f xs in (a, map2 (\x y -> x - x + y) a b)
