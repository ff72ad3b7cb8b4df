-- Slice same expr.
-- ==
-- input { [1,2,3,4] 2i64 } output { [1,2] }

entry main [n] (xs: [n]i32) (k: i64) = map2 (\a b -> b - a + a - 1 + 0 * b) (take k xs) (take k (drop 1 xs))
