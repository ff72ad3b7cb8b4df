-- Two unique results alias each other.
-- ==
-- error: E1408
def f (xs: *[]i32): (*[]i32, *[]i32) = (xs, xs)
def main (xs: *[]i32) = f xs
