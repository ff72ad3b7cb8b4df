def consume (xs: *[]i32) = xs[0]
def f (xs: *[]i32) = map consume [xs, xs]
