-- A fraction where an integer is needed.
-- ==
-- error: E12
def main (x: i32): i32 = x + 1.5
