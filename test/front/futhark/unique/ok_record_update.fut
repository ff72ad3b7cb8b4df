def f (r: *{a: []i32, b: []i32}) = r with a = (r.a with [0] = r.b[0])
