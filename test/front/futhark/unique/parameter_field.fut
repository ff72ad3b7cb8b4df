def f (r: {a: []i32, b: i32}) = r.a with [0] = r.b
