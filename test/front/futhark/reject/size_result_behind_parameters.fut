-- The size of such a result is not known: two of them need not be equal.
-- ==
-- error: E1301
def main (n: i64) = zip (flip replicate 1i32 n) (flip replicate 1i32 n)
