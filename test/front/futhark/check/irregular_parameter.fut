-- A function parameter must return arrays of one size.
def g [n] (h: i64 -> [n]i32) = h 1
def f = g (\k -> replicate k 0)
