-- A type that is not defined.
-- ==
-- error: E11
def main (x: int) = x
