-- A typed hole is an error.
-- ==
-- error: E1
def main (x: i32): i32 = x + ???
