-- A `*` at one part of a parameter says nothing about the others.
-- ==
-- error: E1402
def f (xs: *[]i32, ys: []i32): ([]i32, []i32) = (xs, ys with [0] = 1)
