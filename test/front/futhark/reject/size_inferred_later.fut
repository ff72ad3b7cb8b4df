-- A size cannot be a parameter that comes later.
-- ==
-- error: E1302
def main (xs: []i32) (n: i64) = zip xs (iota n)
