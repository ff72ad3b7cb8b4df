def table: [2][2]i32 = [[1, 2], [3, 4]]
def f (i: i64) = let row (j: i64) = table[j] in row i
