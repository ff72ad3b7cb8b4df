-- Size two filters.
-- ==
-- error: E1301

entry main (xs: []i32) = zip (filter (> 0) xs) (filter (> 0) xs)
