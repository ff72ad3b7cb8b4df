-- A parameter with a pattern that may not fit.
-- ==
-- error: E1502
def main (xs: []i32) = map (\1 -> 2) xs
