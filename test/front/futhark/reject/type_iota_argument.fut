-- iota of an i32.
-- ==
-- error: E1201
def main (n: i32) = iota n
