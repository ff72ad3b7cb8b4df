-- The function is missing.
-- ==
-- error: error\[E12

entry main (xs: []i32) : []i32 = map xs
