def table: [3]i32 = [1, 2, 3]
def f (_: i32): *[3]i32 = table
