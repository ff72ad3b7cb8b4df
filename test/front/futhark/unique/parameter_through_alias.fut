def f (a: []i32) =
  let b = a
  in b with [0] = 1
