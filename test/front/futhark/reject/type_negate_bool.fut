-- Negation of a bool.
-- ==
-- error: E1201
def main (b: bool) = -b
