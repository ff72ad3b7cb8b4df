def consume (xs: *[]i32): i32 = xs[0]
def f (xs: *[]i32) =
  let a = consume xs
  in a + xs[1]
