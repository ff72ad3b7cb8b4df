-- A size cannot be a name of the body.
-- ==
-- error: E1302
def main (xs: []i32) = map (\i -> length (zip xs (iota i))) (iota 4)
