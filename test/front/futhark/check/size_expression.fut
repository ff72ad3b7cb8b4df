-- Sizes are compared as they are written.
def f [n] (xs: [n]i32): [n + 1]i32 = xs
