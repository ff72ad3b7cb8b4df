def consume (xs: *[]i32): i32 = xs[0]
def f (b: bool) (xs: *[]i32) =
  let a = if b then consume xs else 0
  in a + xs[0]
