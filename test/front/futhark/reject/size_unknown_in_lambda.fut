-- A size is made inside of a lambda and leaves it.
-- ==
-- error: E1303
def main (n: i64) = map (\i -> let k = i * 2 in replicate k 1) (iota n)
