-- A reduction by concatenation.
-- ==
-- error: E13
def main (xs: [][2]i32) = reduce (++) [] xs
