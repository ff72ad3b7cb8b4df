-- Nothing determines the size.
def zeros [n] (_: i32): [n]i32 = replicate n 0
def f = length (zeros 1)
