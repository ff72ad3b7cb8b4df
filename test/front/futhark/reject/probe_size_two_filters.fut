-- Size two filters.
-- ==
-- error: error\[E1[23]

entry main (xs: []i32) = zip (filter (> 0) xs) (filter (> 0) xs)
