-- Negation of a bool.
-- ==
-- error: E12
def main (b: bool) = -b
