def f (r: *{p: {a: []i32, b: []i32}, c: i32}) =
  let a = r.p.a with [0] = r.c
  let b = r.p.b with [0] = 1
  in (a, b)
