module m = { def get (xs: []i32) = xs[1:] }
def f (xs: *[]i32) = let ys = m.get xs let xs[0] = 1 in (xs, ys)
