-- && of integers.
-- ==
-- error: E1201
def main (x: i32) = x && x
