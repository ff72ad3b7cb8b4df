def f (xs: *[]i32): (*[]i32, *[]i32) = (xs, copy xs)
def g (xs: *[]i32) =
  let (a, b) = f xs
  let a[0] = b[0]
  let b[0] = a[0]
  in (a, b)
