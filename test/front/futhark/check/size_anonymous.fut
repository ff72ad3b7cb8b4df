-- Every anonymous size is one of its own.
def f (xs: []i32) (ys: []i32) = zip xs ys
