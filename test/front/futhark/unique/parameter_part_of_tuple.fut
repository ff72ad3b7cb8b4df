def f ((a, b): ([]i32, []i32)) = (a with [0] = b[0], 1)
