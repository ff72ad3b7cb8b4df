-- A constant size is promised.
def f (xs: []i32): [3]i32 = xs
