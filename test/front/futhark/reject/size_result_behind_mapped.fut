-- Nor may a function be mapped that gives another size each time.
-- ==
-- error: E1303
def main (n: i64) = map (flip replicate 1i32) (iota n)
