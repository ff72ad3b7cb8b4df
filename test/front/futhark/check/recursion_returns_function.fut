-- A recursive definition may not return a function.
def r (n: i32) : i32 -> i32 = \x -> r (n - 1) x
