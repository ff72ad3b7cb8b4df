def f (a: []i32) = a with [0] = 1
