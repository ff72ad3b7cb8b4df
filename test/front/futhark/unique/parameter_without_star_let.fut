def f (a: []i32) =
  let a[0] = a[0] + 1
  in a
