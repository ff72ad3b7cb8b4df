-- An operator consumes its operand.
-- ==
-- error: E1402
def main (xss: [][2]i32) = reduce (\xs ys -> xs with [0] = ys[0]) [0, 0] xss
