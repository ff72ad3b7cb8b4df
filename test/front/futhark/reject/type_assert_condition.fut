-- The condition of assert is not a bool.
-- ==
-- error: E12
def main (x: i32) = assert x x
