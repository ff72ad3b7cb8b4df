-- iota of another size.
-- ==
-- error: E1301
def main [n] (xs: [n]i32) (m: i64) = map2 (\x i -> x + i32.i64 i) xs (iota m)
