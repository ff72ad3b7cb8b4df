-- Exist nested fun.
-- ==
-- input { [1,-1,2] } output { [1,2,1,2] }

def pos (xs: []i32) : []i32 = filter (> 0) xs
entry main (xs: []i32) = pos xs ++ pos (pos xs)
