-- A composition before filter.
-- ==
-- error: E1303
def f (xs: []i32) = (length <-< filter (>0)) xs
