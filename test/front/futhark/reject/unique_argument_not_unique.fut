-- A parameter without * is passed to a function that consumes.
-- ==
-- error: E1402
def set (xs: *[]i32): *[]i32 = xs with [0] = 1
def main (xs: []i32) = set xs
