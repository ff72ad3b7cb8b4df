def f (xs: *[]i32) = assert (xs[0] == 0) (xs with [0] = 1)
