def f (x: (i32, i32)): i32 =
  let (0, y) = x
  in y
