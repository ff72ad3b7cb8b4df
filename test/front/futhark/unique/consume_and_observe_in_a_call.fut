def mixed (a: *[]i32) (b: []i32): i32 = a[0] + b[0]
def f (xs: *[]i32) = mixed xs xs
