def consume (xs: *[]i32): i32 = xs[0]
def g (x: i32) (ys: []i32): i32 = x + ys[0]
def f (xs: *[]i32) = g (consume xs) xs
