def f (xs: *[]i32) = xs with [0] = 1
def g (xs: *[]i32): *[]i32 =
  let xs[0] = xs[1] + 1
  let xs[1] = xs[0]
  in xs
