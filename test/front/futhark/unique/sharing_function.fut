def fill (f: i64 -> *[]i32): i32 = (f 1 with [0] = 2)[0]
def f (xs: []i32) = fill (\_ -> xs)
