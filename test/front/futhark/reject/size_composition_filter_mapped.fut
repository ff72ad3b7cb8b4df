-- A composition that ends in filter is mapped.
-- ==
-- error: E1303
def f (xss: [][]i32) = map (map (+1) >-> filter (>0)) xss
