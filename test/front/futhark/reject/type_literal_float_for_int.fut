-- A fraction where an integer is needed.
-- ==
-- error: E1201
def main (x: i32): i32 = x + 1.5
