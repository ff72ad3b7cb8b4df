-- A parameter without * is consumed.
-- ==
-- error: E1402
def main (xs: []i32): []i32 = xs with [0] = 1
