-- Filters in literal.
-- ==
-- error: E1301

entry main (xs: []i32) = [filter (> 0) xs, filter (< 0) xs]
