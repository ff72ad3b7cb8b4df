-- The function of a flat map gives arrays.
-- ==
-- error: E12
def f (xs: []i32) = flatmap (+ 1) xs
