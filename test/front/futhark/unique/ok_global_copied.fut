def table: [3]i32 = [1, 2, 3]
def f (_: i32) = copy table
def g (i: i64) = table[i]
def h (x: i32) = copy table with [0] = x
