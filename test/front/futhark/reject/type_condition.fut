-- A condition is not a bool.
-- ==
-- error: E1201
def main (x: i32) = if x then 1 else 2
