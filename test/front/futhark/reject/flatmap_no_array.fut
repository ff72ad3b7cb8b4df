-- The function of a flat map gives arrays.
-- ==
-- error: E1201
def f (xs: []i32) = flatmap (+ 1) xs
