def modify (a: *[]i32) (i: i64) (x: i32): *[]i32 = a with [i] = a[i] + x
def f (xs: *[]i32) = modify xs 0 xs[1]
