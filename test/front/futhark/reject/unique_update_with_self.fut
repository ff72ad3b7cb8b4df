-- An array is written with a slice of itself.
-- ==
-- error: E1406
def main (xs: *[4]i32) = xs with [0:2] = xs[2:4]
