-- A lambda consumes an array from outside.
-- ==
-- error: E1404
def main (xs: *[]i32) = map (\i -> (xs with [i] = 0)[0]) (iota 3)
