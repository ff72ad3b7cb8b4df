-- Anonymous param use.
-- ==
-- input { [1,2,3] } output { 3i64 }

def f (xs: []i32) = length xs
entry main (xs: []i32) = f xs
