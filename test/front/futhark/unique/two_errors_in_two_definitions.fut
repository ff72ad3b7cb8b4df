def f (a: []i32) = a with [0] = 1
def g (b: []i32) = b with [0] = 1
