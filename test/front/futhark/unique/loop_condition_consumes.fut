def consume (xs: *[]i32): bool = xs[0] > 0
def f (xs: *[]i32) =
  loop ys = xs while consume ys do copy ys
