-- && of integers.
-- ==
-- error: E12
def main (x: i32) = x && x
