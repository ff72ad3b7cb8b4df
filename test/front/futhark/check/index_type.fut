-- A float as an index.
def f (xs: []i32) = xs[1.5]
