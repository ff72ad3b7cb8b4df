-- The first argument needs a size that the second one makes.
def zeros [n] (_: i32): [n]i32 = replicate n 0
def f (xs: []i32) = map2 (+) (zeros 1) (filter (> 0) xs)
