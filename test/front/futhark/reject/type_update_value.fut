-- An element of another type is written.
-- ==
-- error: E1201
def main (xs: *[]i32) = xs with [0] = true
