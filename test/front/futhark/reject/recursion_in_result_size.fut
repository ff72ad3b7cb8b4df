-- So it does in the result.
-- ==
-- error: E1101
def f (n: i64): [f n]i32 = []
def main (n: i64) = f n
