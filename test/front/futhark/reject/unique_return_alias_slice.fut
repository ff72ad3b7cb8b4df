-- A unique result is a slice of a parameter.
-- ==
-- error: E1407
def f (xs: []i32): *[]i32 = xs[1:]
def main (xs: []i32) = f xs
