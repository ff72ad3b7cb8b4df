module m = { def table: [3]i32 = [1, 2, 3] }
def f (x: i32) = (m.table with [0] = x)[1]
