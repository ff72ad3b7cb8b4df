-- A function of another size is passed.
def g (h: (n: i64) -> [n]i32) = h 3
def f = g (\m -> replicate (m + 1) 0)
