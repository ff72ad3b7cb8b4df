-- A number is no function.
-- ==
-- error: E12
def main (x: i32) = x 1
