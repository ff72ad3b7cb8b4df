-- A type with too few arguments.
-- ==
-- error: E1208
type pair 'a 'b = (a, b)
def main (x: pair i32) = 1
