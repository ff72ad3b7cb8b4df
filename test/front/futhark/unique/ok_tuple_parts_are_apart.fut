def f (t: *([]i32, []i32)) =
  let (a, b) = t
  let a[0] = b[0]
  let b[0] = a[0]
  in (a, b)
