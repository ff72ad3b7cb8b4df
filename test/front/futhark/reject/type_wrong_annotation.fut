-- A body of another type than stated.
-- ==
-- error: E12
def main (x: i32): bool = x + 1
