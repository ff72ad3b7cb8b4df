def table: [2][2]i32 = [[1, 2], [3, 4]]
def f (i: i64) = table[i]
