-- An anonymous size is one size, whatever it is.
def f (xs: []i32) (ys: [2]i32) (zs: [3]i32) = (zip xs ys, zip xs zs)
