-- A size of another type.
-- ==
-- error: E1201
def main (n: i32): [n]i32 = replicate (i64.i32 n) 0
