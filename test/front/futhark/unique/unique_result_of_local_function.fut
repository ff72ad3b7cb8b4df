def f (xs: *[]i32) =
  let g (_: i32): *[]i32 = xs
  in (g 1)[0]
