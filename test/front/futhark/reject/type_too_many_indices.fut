-- More indices than dimensions.
-- ==
-- error: E1209
def main (xs: []i32) = xs[0, 1]
