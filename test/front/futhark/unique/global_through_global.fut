def a: [3]i32 = [1, 2, 3]
def b = a with [0] = 2
