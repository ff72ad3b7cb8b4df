-- A composition after filter.
-- ==
-- error: E1307
def f (xs: []i32) = (filter (>0) >-> map (+1)) xs
