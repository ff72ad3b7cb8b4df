-- A bound of a slice must be an i64.
def f (xs: []i32) (i: i32) = xs[:i]
