-- Filters in literal.
-- ==
-- error: error\[E13

entry main (xs: []i32) = [filter (> 0) xs, filter (< 0) xs]
