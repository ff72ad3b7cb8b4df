-- A condition is not a bool.
-- ==
-- error: E12
def main (x: i32) = if x then 1 else 2
