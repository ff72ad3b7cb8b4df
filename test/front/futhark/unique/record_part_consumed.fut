def f (r: *{a: []i32, b: []i32}) =
  let x = r.a with [0] = 1
  in (x, r)
