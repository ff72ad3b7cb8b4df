-- Elements of another type.
def f (n: i64): [n]i32 = iota n
