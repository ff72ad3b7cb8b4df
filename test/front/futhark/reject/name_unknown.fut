-- A name that is not defined.
-- ==
-- error: E1101
def main (x: i32) = x + yy
