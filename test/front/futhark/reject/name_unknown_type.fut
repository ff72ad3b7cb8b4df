-- A type that is not defined.
-- ==
-- error: E1102
def main (x: int) = x
