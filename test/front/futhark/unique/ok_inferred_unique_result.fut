def f (xs: []i32) = map (+ 1) xs
def g (xs: []i32) = f xs with [0] = 1
