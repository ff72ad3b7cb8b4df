-- A character is a number, and no truth value.
-- ==
-- error: E1201
def main (c: bool) = c == 'a'
