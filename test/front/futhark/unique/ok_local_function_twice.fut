def f (xs: []i32) =
  let add (k: i32) = map (+ k) xs
  let a = add 1
  let b = add 2
  let a[0] = b[0]
  let b[0] = a[0]
  in (a, b)
