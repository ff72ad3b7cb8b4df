def f (r: *{a: []i32, b: []i32}) =
  let a = r.a with [0] = 1
  in (a, r.b)
