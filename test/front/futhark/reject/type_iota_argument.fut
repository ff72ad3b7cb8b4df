-- iota of an i32.
-- ==
-- error: E12
def main (n: i32) = iota n
