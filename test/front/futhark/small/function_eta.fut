-- Function eta.
-- ==
-- input { [1,2,3] } output { [2,3,4] }

def incs : []i32 -> []i32 = map (+ 1)
entry main (xs: []i32) = incs xs
