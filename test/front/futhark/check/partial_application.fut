-- An argument is missing.
def g (x: i32) (y: i32) = x + y
def f: i32 = g 1
