def f (xs: *[]i32) =
  let xs = xs with [0] = 1
  let xs = xs with [1] = 2
  let xs = map (+ 1) xs
  let xs = xs with [2] = 3
  in xs
