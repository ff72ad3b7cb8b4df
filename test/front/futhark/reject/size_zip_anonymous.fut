-- Two anonymous sizes are different.
-- ==
-- error: E13
def main (xs: []i32) (ys: []i32) = zip xs ys
