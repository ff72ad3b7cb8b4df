def table: [2][2]i32 = [[1, 2], [3, 4]]
def f (n: i64): [n][2]i32 = tabulate n (\i -> table[i % 2])
