def update (xs: *[]i32) = xs with [0] = 0
def f (ys: []i32) = update ys
