def table: [3]i32 = [1, 2, 3]
def consume (xs: *[]i32): i32 = xs[0]
def f (x: i32) = consume table + x
