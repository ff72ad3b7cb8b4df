-- Unsafe code with indices that are right.
-- ==
-- entry: main
-- input { [1, 2, 3] [2i64, 0] } output { [3, 1] }
def main (xs: []i32) (is: []i64): []i32 = map (\i -> #[unsafe] xs[i]) is
