-- A reduction by concatenation.
-- ==
-- error: E1301
def main (xs: [][2]i32) = reduce (++) [] xs
