def consume (xs: *[]i32): i32 = xs[0]
def f (xss: [][]i32) = map consume xss
