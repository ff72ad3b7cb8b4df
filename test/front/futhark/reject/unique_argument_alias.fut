-- An argument aliases the consumed one.
-- ==
-- error: E1409
def f (xs: *[]i32) (ys: []i32): i32 = (xs with [0] = 1)[0] + ys[0]
def main (xs: *[]i32) = f xs xs[1:]
