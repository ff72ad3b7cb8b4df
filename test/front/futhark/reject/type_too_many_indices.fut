-- More indices than dimensions.
-- ==
-- error: E12
def main (xs: []i32) = xs[0, 1]
