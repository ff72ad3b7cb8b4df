def a = iota 10
def f (x: i64) = let b = a let b[0] = x in b
