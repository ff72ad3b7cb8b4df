-- A number is no function.
-- ==
-- error: E1202
def main (x: i32) = x 1
