-- A pair pattern over numbers.
-- ==
-- error: error\[E12

entry main (xs: []i32) : []i32 = map (\(a, b) -> a + b) xs
