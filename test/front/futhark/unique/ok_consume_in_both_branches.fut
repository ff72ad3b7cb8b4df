def consume (xs: *[]i32): i32 = xs[0]
def f (b: bool) (xs: *[]i32) = if b then consume xs else consume xs + 1
