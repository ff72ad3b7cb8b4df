-- The last argument needs a size that the first one makes; arguments are evaluated from the last on.
def zeros [n] (_: i32): [n]i32 = replicate n 0
def f (xs: []i32) = map2 (+) (filter (> 0) xs) (zeros 1)
