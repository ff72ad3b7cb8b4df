def same 't (x: t): t = x
def f (xs: []i32) = (same xs) with [0] = 1
