-- A body of another type than stated.
-- ==
-- error: E1201
def main (x: i32): bool = x + 1
