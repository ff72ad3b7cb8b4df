def consume (xs: *[]i32): i64 = i64.i32 xs[0]
def f (xs: *[]i32) = xs[consume xs]
