def f (x: *[]i32, y: []i32) = x[0] + y[0]
def g (a: *[]i32) (b: *[]i32) = f (a, b) + b[0]
