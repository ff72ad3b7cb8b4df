-- A pair pattern over numbers.
-- ==
-- error: E1201

entry main (xs: []i32) : []i32 = map (\(a, b) -> a + b) xs
