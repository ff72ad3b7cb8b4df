def f (r: {a: []i32, b: i32}) = r with b = 2
