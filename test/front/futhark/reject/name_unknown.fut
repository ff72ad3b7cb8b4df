-- A name that is not defined.
-- ==
-- error: E11
def main (x: i32) = x + yy
