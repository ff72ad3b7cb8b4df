-- The condition of assert is not a bool.
-- ==
-- error: E1201
def main (x: i32) = assert x x
